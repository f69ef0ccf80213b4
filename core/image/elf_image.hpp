// SPDX-License-Identifier: BSD-2-Clause
// The loadable segments of a 64-bit ELF file (System V gABI, chapters 4 and 5).
#pragma once

#include <core/maybe.hpp>
#include <core/result.hpp>
#include <core/span.hpp>
#include <core/types.hpp>

namespace flat {

/// Why a file cannot be loaded.
enum class ElfError : u32 { not_elf, wrong_machine, wrong_kind, truncated };

/// What a file is made for.
enum class ElfKind : u16 {
    program = 2, ///< Has addresses of its own (ET_EXEC).
    object = 3,  ///< Can lie anywhere, and says what depends on where (ET_DYN).
};

/// A checked view of a file; the bytes must outlive it.
class ElfImage {
public:
    /// One segment: file bytes go to `physical`, or `address` in a space of the program's own;
    /// zeroes follow up to `memory_bytes`.
    struct Segment {
        u8 const* file;
        u64 offset; // of `file` in the file
        u64 file_bytes;
        u64 memory_bytes;
        paddr physical;
        vaddr address;
        bool is_writable;
        bool is_executable;
    };

    /// A range of addresses that a program header tells of.
    struct Range {
        vaddr address;
        u64 bytes;
    };

    /// Checks headers and bounds of a file for this machine (`machine` is e_machine).
    static Result<ElfImage, ElfError> parse(Span<u8 const> file, u16 machine,
                                            ElfKind kind = ElfKind::program);

    vaddr entry() const { return entry_; }
    u32 segment_count() const { return count_; }

    /// The segment with this index; loadable segments only, others have `memory_bytes` 0.
    Segment segment(u32 index) const;

    /// The file's bytes that the first program header of a type tells of (PT_INTERP is 3, PT_NOTE
    /// 4); empty if there is none, or if they are not in the file.
    Span<u8 const> contents(u32 type) const;

    /// Where the tables of a dynamic linker lie (PT_DYNAMIC); nothing of them is checked.
    Maybe<Range> dynamic() const { return range(2); }

    /// What is written when addresses are known and never again (PT_GNU_RELRO), unchecked as well.
    Maybe<Range> read_only_after_relocation() const { return range(0x6474'e552); }

private:
    Maybe<Range> range(u32 type) const;

    Span<u8 const> file_;
    u64 program_headers_ = 0;
    vaddr entry_ = 0;
    u32 count_ = 0;
};

} // namespace flat
