// SPDX-License-Identifier: BSD-2-Clause
// What the ways into user mode need of a program, each of them quickly.
#pragma once

#include <core/domain_calls.hpp>
#include <core/types.hpp>

namespace flat::machine {

/// Filled in by the guest. Interrupts are disabled while it is read or changed.
struct Program {
    /// What the program can call, and how many entries that has.
    Call const* calls = nullptr;
    u64 call_count = 0;
    /// Its address space.
    paddr page_root = 0;
    /// Where it answers calls of the kernel.
    vaddr upcall_entry = 0;
    /// Whether it can be called.
    bool is_open = false;
    /// The stacks for calls, a bit each: those that are free.
    u32 free_stacks = 0;
    /// The end of the first stack, and from each to the next.
    vaddr first_stack = 0;
    u64 stack_distance = 0;
};

} // namespace flat::machine
