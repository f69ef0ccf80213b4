// SPDX-License-Identifier: BSD-2-Clause
// A program file as what a domain shows of it: pages, each with its rights.
#pragma once

#include <core/maybe.hpp>
#include <core/result.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <flat/domain/program_error.hpp>

namespace flat {

/// Why a file is no program that can be started; for readers of the log.
struct ProgramFault {
    domain::ProgramError::Code reason;
    char const* what;
};

/// A static ELF program of which nothing is believed before it was checked. The file must outlive
/// it and must not change.
class ProgramImage {
public:
    /// More than any link script of ours makes.
    static constexpr u32 parts_max = 8;

    /// Pages of the program: `bytes` of them are in the file from `offset` on, zeros follow.
    /// Nothing is both writable and executable, and no two parts share a page.
    struct Part {
        vaddr base;
        u64 pages;
        u64 offset;
        u64 bytes;
        bool is_writable;
        bool is_executable;
    };

    /// Reads a program for this machine (`machine` is e_machine), whose addresses lie between the
    /// first page and `end`.
    static Result<ProgramImage, ProgramFault> read(Span<u8 const> file, u16 machine, vaddr end);

    /// Lies in an executable part.
    vaddr entry() const { return entry_; }
    Span<Part const> parts() const { return Span<Part const>(parts_).first(count_); }

    /// Of the kit's own images: of which form their tables of calls are (`Calls::digest`). They
    /// also have handlers at fixed places after the entry.
    Maybe<u64> calls_digest() const { return calls_digest_; }

private:
    Result<void, ProgramFault> add(Part const& part);

    vaddr entry_ = 0;
    Part parts_[parts_max] = {};
    u32 count_ = 0;
    Maybe<u64> calls_digest_;
};

} // namespace flat
