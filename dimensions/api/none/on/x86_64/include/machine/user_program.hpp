// SPDX-License-Identifier: BSD-2-Clause
// What the ways into user mode need of a program, each of them quickly.
#pragma once

#include <core/domain_calls.hpp>
#include <core/types.hpp>
#include <flat/hal/user_mode.hpp>

namespace flat::machine {

struct UserThread;

/// How many calls can be in a program at once.
inline constexpr u32 call_stacks = 8;
inline constexpr u32 all_call_stacks = (1u << call_stacks) - 1; ///< As a set of bits.

/// Filled in by the guest, and used with interrupts disabled; user_entry.S knows the places of the
/// members but the last.
struct Program {
    /// What the program can call, and how many entries that has.
    Call const* calls = nullptr;
    u64 call_count = 0;
    /// Its address space.
    paddr page_root = 0;
    /// Where it answers calls of the kernel.
    vaddr upcall_entry = 0;
    /// The stacks for calls, a bit each: those that are free, and those that may be taken, which
    /// are none while it cannot be called.
    u32 free_stacks = 0;
    u32 open_stacks = 0;
    /// The end of the first stack, and from each to the next.
    vaddr first_stack = 0;
    u64 stack_distance = 0;
    /// Who uses each stack, and who runs the program as such.
    UserThread* callers[call_stacks] = {};
    UserThread* first = nullptr;

    hal::UserMode::Guest* guest = nullptr;
};

static_assert(__builtin_offsetof(Program, call_count) == 8);
static_assert(__builtin_offsetof(Program, page_root) == 16);
static_assert(__builtin_offsetof(Program, upcall_entry) == 24);
static_assert(__builtin_offsetof(Program, free_stacks) == 32);
static_assert(__builtin_offsetof(Program, open_stacks) == 36);
static_assert(__builtin_offsetof(Program, first_stack) == 40);
static_assert(__builtin_offsetof(Program, stack_distance) == 48);
static_assert(__builtin_offsetof(Program, callers) == 56);
static_assert(__builtin_offsetof(Program, first) == 120);

} // namespace flat::machine
