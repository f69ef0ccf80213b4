// SPDX-License-Identifier: BSD-2-Clause
// What a program asks of the root task that has started it (user/domains).
#pragma once

#include <l4/abi/thread_id.hpp>

namespace l4 {

/// Ends what runs: the machine where it is the root task, else the task.
[[noreturn]] void end(Word status);

/// Says that the task is called from now on and does no more by itself: it keeps the machine from
/// ending no longer.
void serve();

/// The thread of the domain or boot module at a place, from 1 on; nil if there is none.
ThreadId thread_at(Word place);

/// Memory for so many pages more, cleared when they are accessed; the address of the first, or 0
/// where there is not as much.
Word reserve_memory(Word pages);

} // namespace l4
