// SPDX-License-Identifier: BSD-2-Clause
// The loadable segments of a static 64-bit ELF program (System V gABI, chapters 4 and 5).
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <core/types.hpp>

namespace flat {

/// Why a file cannot be loaded.
enum class ElfError : u32 { not_elf, wrong_machine, not_static, truncated };

/// A checked view of a program file; the bytes must outlive it.
class ElfImage {
public:
    /// One segment: file bytes go to `physical`, or `address` in a space of the program's own;
    /// zeroes follow up to `memory_bytes`.
    struct Segment {
        u8 const* file;
        u64 file_bytes;
        u64 memory_bytes;
        paddr physical;
        vaddr address;
        bool is_writable;
        bool is_executable;
    };

    /// Checks headers and bounds of a file for this machine (`machine` is e_machine).
    static Result<ElfImage, ElfError> parse(Span<u8 const> file, u16 machine);

    vaddr entry() const { return entry_; }
    u32 segment_count() const { return count_; }

    /// The segment with this index; loadable segments only, others have `memory_bytes` 0.
    Segment segment(u32 index) const;

private:
    u8 const* file_ = nullptr;
    u64 program_headers_ = 0;
    vaddr entry_ = 0;
    u32 count_ = 0;
};

} // namespace flat
