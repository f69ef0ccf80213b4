// SPDX-License-Identifier: BSD-2-Clause
// Making and ending threads and address spaces, for tasks with the privilege to.
#pragma once

#include <l4/abi/protocol.hpp>
#include <l4/ipc.hpp>

namespace l4 {

/// Where an address space has the kernel interface page and the UTCBs of its threads.
struct SpaceLayout {
    Fpage kip_area;
    Fpage utcb_area;

    /// The layout with the page where the caller's own space has it, and room for UTCBs at `utcbs`.
    static SpaceLayout with_utcbs_at(Word utcbs);

    /// Where the UTCB of the space's thread `index` (from 0) begins.
    Word utcb_location(unsigned index) const;
};

/// Makes an address space with one thread in it, named `thread`, whose pager and scheduler is the
/// caller. The thread waits for its start message.
Result<void, Error> create_space(ThreadId thread, SpaceLayout const& layout);

/// Adds a thread, whose pager and scheduler is the caller, to the address space of `space`. It
/// waits for its start message.
Result<void, Error> create_thread(ThreadId thread, ThreadId space, Word utcb_location);

/// The start message: lets `thread`, whose pager the caller is, run at `entry` with its stack
/// growing down from `stack_end`, which is 16-byte aligned. May block until the thread is ready.
Result<void, IpcError> start_thread(ThreadId thread, void (*entry)(), void* stack_end);

/// Deletes a thread, and with its last thread an address space.
inline Result<void, Error> delete_thread(ThreadId thread) {
    return thread_control(thread, ThreadId::nil(), ThreadId::nil(), ThreadId::nil(), same_utcb);
}

} // namespace l4
