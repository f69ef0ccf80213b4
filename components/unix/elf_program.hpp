// SPDX-License-Identifier: BSD-2-Clause
// What the headers of an ELF program say (System V gABI, chapters 4 and 5).
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <unix/errno.hpp>

namespace flat::unix {

/// A program whose headers are all in the first page of its file. Nothing is believed: what `read`
/// returns lies within the file and below `end`, page by page and in order.
class ElfProgram {
public:
    static constexpr u32 segments_max = 16;
    static constexpr u32 header_bytes = 56; ///< of one program header
    /// Of the path of a dynamic linker, with the zero at its end.
    static constexpr u32 interpreter_bytes_max = 256;

    /// Pages of the program: `file_bytes` from page `file_page` of the file on, zeros after them.
    struct Segment {
        vaddr base;
        u64 pages;
        u64 file_page;
        u64 file_bytes;
        u32 rights; ///< as `flat.hal.Mmu` has them
    };

    /// Where in the file the path of a dynamic linker is that has to be loaded beside the program;
    /// no bytes if there is none.
    struct Interpreter {
        u64 offset = 0;
        u64 bytes = 0;
    };

    /// Reads the headers of a file of `file_bytes` bytes, of which `header` are the first ones.
    /// Programs that can lie anywhere begin at `anywhere`. ENOEXEC if it is no such program for
    /// this machine.
    static Result<ElfProgram, Errno> read(Span<u8 const> header, u64 file_bytes, u16 machine,
                                          vaddr anywhere, vaddr end);

    vaddr entry() const { return entry_; }
    /// Where the program finds its own program headers, and how many.
    vaddr headers() const { return headers_; }
    u32 header_count() const { return header_count_; }
    /// The first page after the last segment.
    vaddr end() const { return end_; }
    Interpreter interpreter() const { return interpreter_; }
    Span<Segment const> segments() const { return Span<Segment const>(segments_).first(count_); }

private:
    Result<void, Errno> add(Span<u8 const> header, u64 file_bytes, vaddr base, vaddr limit,
                            u64 headers_offset);

    Result<void, Errno> set_interpreter(Span<u8 const> header, u64 file_bytes);

    vaddr entry_ = 0;
    vaddr headers_ = 0;
    u32 header_count_ = 0;
    vaddr end_ = 0;
    Interpreter interpreter_;
    Segment segments_[segments_max] = {};
    u32 count_ = 0;
};

} // namespace flat::unix
