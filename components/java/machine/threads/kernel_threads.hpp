// SPDX-License-Identifier: BSD-2-Clause
// What a machine for Java needs of the threads below it.
#pragma once

#include <core/types.hpp>

namespace flat::java {

class Run;

/// Threads that run at once as far as the machine is concerned: whoever schedules them may switch
/// between any two instructions of the processor, or never unasked. Conditions are addresses. As in
/// `thread.ThreadManager`, a wait returns at once if anything was notified since its ticket was
/// taken, and may return for no reason.
class KernelThreads {
public:
    /// Starts a thread that calls `run.live()`. False if there is no room for one.
    virtual bool start(Run& run) = 0;
    /// Gives back what a thread took that was started for `run` and is at its end; may block.
    virtual void release(Run& run) = 0;
    virtual void yield() = 0;
    virtual u64 ticket() = 0;
    virtual void wait(void const* condition, u64 ticket) = 0;
    /// Waits until `deadline_ns` at most, in the time of `now_ns`. One thread waits for each `run`.
    virtual void wait_until(Run& run, u64 ticket, u64 deadline_ns) = 0;
    virtual void notify_all(void const* condition) = 0;
    virtual u64 now_ns() = 0;

protected:
    ~KernelThreads() = default;
};

} // namespace flat::java
