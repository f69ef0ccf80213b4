// SPDX-License-Identifier: BSD-2-Clause
// Checking a program file (System V gABI, chapter 5) before any of it is shown to anybody.
#include <core/machine/program_image.hpp>

#include <core/image/elf_image.hpp>
#include <core/memory.hpp>
#include <domain/page.hpp>

namespace flat {

namespace {

using Code = domain::ProgramError::Code;
using Part = ProgramImage::Part;

using domain::page_size;
constexpr u32 interpreter = 3;
constexpr u32 note = 4;

/// What the note of the kit's own images begins with: the sizes of name and contents, a type, the
/// name (domain/domain.lds and builder/call_digest.py make it).
constexpr u8 note_head[] = {9,   0,   0,   0,   8,   0,   0,   0,   1, 0, 0, 0,
                            'F', 'l', 'a', 't', 'l', 'a', 'n', 'd', 0, 0, 0, 0};

ProgramFault fault_of(ElfError error) {
    switch (error) {
    case ElfError::not_elf:
        return {Code::malformed, "it is no ELF file for 64 bits"};
    case ElfError::wrong_machine:
        return {Code::foreign, "it is for another machine"};
    case ElfError::wrong_kind:
        return {Code::malformed, "it is no static program (ET_EXEC)"};
    case ElfError::truncated:
        break;
    }
    return {Code::malformed, "it tells of more than it has"};
}

Maybe<u64> digest_in(Span<u8 const> note) {
    u64 digest;
    if (note.size() < sizeof note_head + sizeof digest) return nothing;
    if (memcmp(note.data(), note_head, sizeof note_head) != 0) return nothing;
    memcpy(&digest, note.data() + sizeof note_head, sizeof digest);
    return digest;
}

/// The whole pages that a segment lies in.
Result<Part, ProgramFault> part_of(ElfImage::Segment const& segment, vaddr end) {
    u64 const before = segment.address % page_size;
    if (segment.address < page_size || segment.address > end ||
        segment.memory_bytes > end - segment.address)
        return ProgramFault{Code::forbidden, "it lies where no program can"};
    if (segment.file_bytes != 0 && segment.offset % page_size != before)
        return ProgramFault{Code::malformed, "its segments begin elsewhere in their pages"};
    if (segment.is_writable && segment.is_executable)
        return ProgramFault{Code::forbidden, "what is executed can be written"};
    bool const has_bytes = segment.file_bytes != 0;
    return Part{
        .base = segment.address - before,
        .pages = (before + segment.memory_bytes + page_size - 1) / page_size,
        .offset = has_bytes ? segment.offset - before : 0,
        .bytes = has_bytes ? segment.file_bytes + before : 0,
        .is_writable = segment.is_writable,
        .is_executable = segment.is_executable,
    };
}

bool contains(Part const& part, vaddr address) {
    return address >= part.base && address - part.base < part.pages * page_size;
}

} // namespace

Result<ProgramImage, ProgramFault> ProgramImage::read(Span<u8 const> file, u16 machine, vaddr end) {
    auto const parsed = ElfImage::parse(file, machine);
    if (parsed.is_error()) return fault_of(parsed.error());
    ElfImage const& elf = parsed.value();
    if (!elf.contents(interpreter).is_empty())
        return ProgramFault{Code::malformed, "it wants an interpreter, and is no static program"};
    ProgramImage image;
    image.entry_ = elf.entry();
    image.calls_digest_ = digest_in(elf.contents(note));
    for (u32 i = 0; i < elf.segment_count(); ++i) {
        ElfImage::Segment const segment = elf.segment(i);
        if (segment.memory_bytes == 0) continue;
        TRY(image.add(TRY(part_of(segment, end))));
    }
    for (Part const& part : image.parts())
        if (part.is_executable && contains(part, image.entry_)) return image;
    return ProgramFault{Code::malformed, "its entry is not in what it executes"};
}

Result<void, ProgramFault> ProgramImage::add(Part const& part) {
    if (count_ == parts_max) return ProgramFault{Code::malformed, "it has too many segments"};
    for (Part const& other : parts())
        if (contains(other, part.base) || contains(part, other.base))
            return ProgramFault{Code::forbidden, "two of its segments share a page"};
    parts_[count_++] = part;
    return {};
}

} // namespace flat
