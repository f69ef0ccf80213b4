// SPDX-License-Identifier: BSD-2-Clause
// Checking an ELF file before any of it is believed.
#include <core/image/elf_image.hpp>

#include <core/memory.hpp>
#include <core/utility.hpp>

namespace flat {

namespace {

struct FileHeader {
    u8 identification[16];
    u16 type;
    u16 machine;
    u32 version;
    u64 entry;
    u64 program_headers;
    u64 section_headers;
    u32 flags;
    u16 header_bytes;
    u16 program_header_bytes;
    u16 program_header_count;
};

struct ProgramHeader {
    u32 type;
    u32 flags;
    u64 offset;
    u64 virtual_address;
    u64 physical_address;
    u64 file_bytes;
    u64 memory_bytes;
    u64 alignment;
};

constexpr u8 identification[] = {0x7f, 'E', 'L', 'F', 2, 1, 1};
constexpr u32 segment_load = 1;
constexpr u32 flag_executable = 1;
constexpr u32 flag_writable = 2;

/// Reads a header that may lie at any address.
template<class Header>
Header read(u8 const* from) {
    Header header;
    memcpy(&header, from, sizeof header);
    return header;
}

ProgramHeader header_at(u8 const* table, u32 index) {
    return read<ProgramHeader>(table + u64{index} * sizeof(ProgramHeader));
}

bool lies_within(u64 offset, u64 bytes, u64 limit) {
    return offset <= limit && bytes <= limit - offset;
}

} // namespace

Result<ElfImage, ElfError> ElfImage::parse(Span<u8 const> file, u16 machine, ElfKind kind) {
    if (file.size() < sizeof(FileHeader)) return ElfError::truncated;
    auto const header = read<FileHeader>(file.data());
    if (memcmp(header.identification, identification, sizeof identification) != 0)
        return ElfError::not_elf;
    if (header.machine != machine) return ElfError::wrong_machine;
    if (header.type != u16(kind) || header.version != 1 ||
        header.header_bytes < sizeof(FileHeader) ||
        header.program_header_bytes != sizeof(ProgramHeader))
        return ElfError::wrong_kind;
    u64 const table_bytes = u64{header.program_header_count} * sizeof(ProgramHeader);
    if (!lies_within(header.program_headers, table_bytes, file.size())) return ElfError::truncated;

    ElfImage image;
    image.file_ = file;
    image.program_headers_ = header.program_headers;
    image.entry_ = header.entry;
    image.count_ = header.program_header_count;
    for (u32 i = 0; i < image.count_; ++i) {
        Segment const part = image.segment(i);
        if (part.memory_bytes == 0) continue;
        bool const is_sound = part.file_bytes <= part.memory_bytes &&
                              part.physical + part.memory_bytes >= part.physical &&
                              part.address + part.memory_bytes >= part.address;
        if (!is_sound || !lies_within(part.offset, part.file_bytes, file.size()))
            return ElfError::truncated;
    }
    return image;
}

ElfImage::Segment ElfImage::segment(u32 index) const {
    auto const header = header_at(file_.data() + program_headers_, index);
    if (header.type != segment_load) return {file_.data(), 0, 0, 0, 0, 0, false, false};
    return {
        .file = file_.data() + min<u64>(header.offset, file_.size()), // `parse` compares
        .offset = header.offset,
        .file_bytes = header.file_bytes,
        .memory_bytes = header.memory_bytes,
        .physical = header.physical_address,
        .address = header.virtual_address,
        .is_writable = (header.flags & flag_writable) != 0,
        .is_executable = (header.flags & flag_executable) != 0,
    };
}

Span<u8 const> ElfImage::contents(u32 type) const {
    for (u32 i = 0; i < count_; ++i) {
        auto const header = header_at(file_.data() + program_headers_, i);
        if (header.type == type && lies_within(header.offset, header.file_bytes, file_.size()))
            return file_.after(header.offset).first(header.file_bytes);
    }
    return {};
}

/// What the first program header of a type tells of.
Maybe<ElfImage::Range> ElfImage::range(u32 type) const {
    for (u32 i = 0; i < count_; ++i) {
        auto const header = header_at(file_.data() + program_headers_, i);
        if (header.type == type) return Range{header.virtual_address, header.memory_bytes};
    }
    return nothing;
}

} // namespace flat
