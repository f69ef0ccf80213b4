// SPDX-License-Identifier: BSD-2-Clause
// What the headers of an ELF program say.
#include <unix/elf_program.hpp>

#include <core/bits.hpp>
#include <core/bytes/little_endian.hpp>
#include <core/memory.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>

namespace flat::unix {

using domain::page_size;

namespace {

constexpr u64 file_header_bytes = 64;
constexpr u8 magic[] = {0x7f, 'E', 'L', 'F', 2, 1, 1}; // 64 bits, little-endian, version 1

enum FileOffset : u32 { type = 16, machine = 18, entry = 24, headers = 32, size = 54, count = 56 };
enum SegmentOffset : u32 { kind = 0, flags = 4, offset = 8, address = 16, in_file = 32, all = 40 };
enum Kind : u32 { load = 1, interpreter_kind = 3 };
enum Type : u16 { at_its_place = 2, anywhere_type = 3 };

u32 rights_of(u32 flags) {
    u32 rights = hal::Mmu::read;
    if (flags & 1) rights |= hal::Mmu::execute;
    if (flags & 2) rights |= hal::Mmu::write;
    return rights;
}

u64 word(Span<u8 const> bytes, u32 at) {
    return load_little_endian_u64(bytes.part(at, sizeof(u64)).data());
}

u32 half(Span<u8 const> bytes, u32 at) {
    return load_little_endian_u32(bytes.part(at, sizeof(u32)).data());
}

u16 quarter(Span<u8 const> bytes, u32 at) {
    return load_little_endian_u16(bytes.part(at, sizeof(u16)).data());
}

} // namespace

Result<ElfProgram, Errno> ElfProgram::read(Span<u8 const> header, u64 file_bytes, u16 machine_code,
                                           vaddr anywhere, vaddr limit) {
    if (header.size() < file_header_bytes || memcmp(header.data(), magic, sizeof magic) != 0)
        return Errno::enoexec;
    u16 const file_type = quarter(header, FileOffset::type);
    bool const is_type = file_type == at_its_place || file_type == anywhere_type;
    u64 const place = word(header, FileOffset::headers);
    u64 const number = quarter(header, FileOffset::count);
    bool const is_there = place <= header.size() && number * header_bytes <= header.size() - place;
    if (!is_type || quarter(header, FileOffset::machine) != machine_code || !is_there ||
        quarter(header, FileOffset::size) != header_bytes)
        return Errno::enoexec;
    vaddr const base = file_type == anywhere_type ? anywhere : 0;
    ElfProgram program;
    for (u64 i = 0; i < number; ++i) {
        auto const each = header.part(place + i * header_bytes, header_bytes);
        if (half(each, SegmentOffset::kind) == interpreter_kind)
            TRY(program.set_interpreter(each, file_bytes));
        if (half(each, SegmentOffset::kind) != load) continue;
        TRY(program.add(each, file_bytes, base, limit, place));
    }
    program.header_count_ = static_cast<u32>(number);
    program.entry_ = base + word(header, FileOffset::entry);
    bool const is_in_it = program.count_ != 0 && program.entry_ >= program.segments_[0].base &&
                          program.entry_ < program.end_;
    if (!is_in_it) return Errno::enoexec;
    return program;
}

Result<void, Errno> ElfProgram::set_interpreter(Span<u8 const> header, u64 file_bytes) {
    u64 const from = word(header, SegmentOffset::offset);
    u64 const bytes = word(header, SegmentOffset::in_file);
    bool const is_in_file = from <= file_bytes && bytes <= file_bytes - from;
    bool const is_path = bytes >= 2 && bytes <= interpreter_bytes_max;
    if (!is_in_file || !is_path || interpreter_.bytes != 0) return Errno::enoexec;
    interpreter_ = {from, bytes};
    return {};
}

/// Adds a segment, after those before it.
Result<void, Errno> ElfProgram::add(Span<u8 const> header, u64 file_bytes, vaddr base, vaddr limit,
                                    u64 headers_offset) {
    u64 const from = word(header, SegmentOffset::offset);
    u64 const address = word(header, SegmentOffset::address);
    u64 const filled = word(header, SegmentOffset::in_file);
    u64 const bytes = word(header, SegmentOffset::all);
    u64 const before = address % page_size;
    bool const is_in_file = from <= file_bytes && filled <= file_bytes - from;
    u64 const room = limit - base - 2 * page_size;
    bool const is_in_space = bytes <= room && address <= room - bytes;
    if (bytes == 0) return {};
    if (!is_in_file || !is_in_space || filled > bytes || from % page_size != before ||
        count_ == segments_max)
        return Errno::enoexec;
    vaddr const first = base + address - before;
    if (first < max(end_, page_size)) return Errno::enoexec; // nor the page of null pointers
    u64 const pages = divide_up(before + bytes, page_size);
    u64 const file_end = filled == 0 ? 0 : before + filled;
    segments_[count_++] = {first, pages, (from - before) / page_size, file_end,
                           rights_of(half(header, SegmentOffset::flags))};
    end_ = first + pages * page_size;
    if (headers_offset >= from && headers_offset - from < filled)
        headers_ = base + address + (headers_offset - from);
    return {};
}

} // namespace flat::unix
