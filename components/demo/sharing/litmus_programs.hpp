// SPDX-License-Identifier: BSD-2-Clause
// Litmus tests: small programs of several threads, and which results one memory can give.
#pragma once

#include <core/span.hpp>
#include <core/text.hpp>
#include <core/types.hpp>

namespace flat::demo::sharing {

/// A load of a variable into the next register of its thread, or a store of a value.
struct Step {
    enum class Kind : u8 { none, load, store };

    Kind kind = Kind::none;
    u8 variable = 0;
    u8 value = 0;
};

/// A program: each thread makes its steps in order. All variables are 0 before.
struct LitmusProgram {
    static constexpr u32 threads_max = 4;
    static constexpr u32 steps_max = 2;
    static constexpr u32 variables_max = 2;

    char const* name = nullptr;
    Step steps[threads_max][steps_max];
};

/// What the loads of a program have found, by thread and step.
struct LitmusResult {
    u64 loaded[LitmusProgram::threads_max][LitmusProgram::steps_max] = {};
};

/// Store buffering, message passing, load buffering, independent reads of independent writes, and
/// the coherence of one word (Alglave, Maranget and Tautschnig 2014, figure 3). Threads with odd
/// numbers are in the other kernel.
Span<LitmusProgram const> litmus_programs();

/// Whether some order of all steps, in which those of each thread are in theirs, gives this result:
/// sequential consistency (Lamport 1979).
bool is_sequential(LitmusProgram const& program, LitmusResult const& result);

} // namespace flat::demo::sharing
