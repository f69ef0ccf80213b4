// SPDX-License-Identifier: BSD-2-Clause
// Where a program's stacks lie in its address space, and where the kit's own are entered.
#pragma once

#include <core/bits.hpp>
#include <core/types.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>
#include <machine/user_program.hpp>

namespace flat::abi {

/// As high as it can be, so that what is below is never in its way; an unmapped page ends it. The
/// page above is for arguments.
inline constexpr vaddr stack_end = machine::user_end - 2 * domain::page_size;

/// Of the kit's own programs the handlers lie so far after the entry: domain/start.S of the
/// architecture.
inline constexpr u64 fault_handler_offset = 16;
inline constexpr u64 upcall_handler_offset = 32;
inline constexpr u64 signal_handler_offset = 64;

inline constexpr u64 call_stack_pages = 33;

/// From the end of a stack for calls to the next one's: an unmapped page lies below each.
inline constexpr u64 call_stack_distance = (call_stack_pages + 1) * domain::page_size;

/// The beginning of the lowest stack for calls, below the first thread's of so many pages.
constexpr vaddr call_stacks_base(u64 stack_pages) {
    return stack_end - (stack_pages + 1) * domain::page_size -
           machine::call_stacks * call_stack_distance;
}

/// What is lent to a call is shown by one page table, so each stack has a window of so many bytes.
inline constexpr u64 window_pages = 512;
inline constexpr u64 window_bytes = window_pages * domain::page_size;

/// The lowest window, below the stacks for calls.
constexpr vaddr windows_base(u64 stack_pages) {
    return align_down(call_stacks_base(stack_pages) - domain::page_size, window_bytes) -
           machine::call_stacks * window_bytes;
}

} // namespace flat::abi
