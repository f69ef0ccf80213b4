// SPDX-License-Identifier: BSD-2-Clause
// The threads of a machine, of which one at a time executes Java.
#pragma once

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <java/machine/memory/heap.hpp>
#include <java/machine/threads/kernel_threads.hpp>
#include <java/machine/threads/waiting.hpp>

namespace flat::java {

class Machine;

/// Who executes Java has the execution lock, and gives it back where its frames are in order: when
/// it waits, and between two instructions after somebody has asked. So all other threads are at
/// such places whenever one runs, and a collection need not stop them. The lock decides nothing:
/// which thread goes on is the scheduler's choice. A thread that this has let run, and that finds
/// the lock taken, asks and waits; the one that has it gives way at its next call or jump
/// backwards.
class ThreadTable : NonCopyable {
public:
    static constexpr u32 threads_max = 512;

    explicit ThreadTable(Machine& machine) : machine_(machine) {}

    /// Without threads below, none can be started, and waits with a time-out are over at once.
    void begin(KernelThreads& kernel, u32 stack_slots) {
        kernel_ = &kernel;
        stack_slots_ = stack_slots;
    }
    KernelThreads* kernel() const { return kernel_; }

    void add(Run& run);
    /// A thread that has not been started; none if there is no memory.
    Run* make();
    /// The last that a thread does with the execution lock, which it keeps if the machine ends: all
    /// that are left wait for each other.
    void remove(Run& run);

    void acquire(Run& run);
    void release();
    /// Whether the running thread should call `give_way` as soon as its frame is in order.
    [[gnu::always_inline]] bool is_wanted() const { return is_wanted_.load(MemoryOrder::relaxed); }
    void give_way(Run& run);

    /// Lets others run until this thread is woken or its time is over. False if the machine ends:
    /// all threads wait for each other.
    bool wait(Run& run, Waiting waiting);
    void wake(Run& run, WokenBy why);
    /// The one that has waited longest for something of an object; none if nobody does.
    Run* longest(WaitingFor what, Object const* object) const;
    void wake_initialized(Class const& made);
    /// Whether threads are left that are no daemons, beside one.
    bool has_others(Run const& but);

    u64 now_ns() const;
    void visit(Heap& heap);
    template<class Visitor>
    void each(Visitor visitor) const {
        for (u32 i = 0; i < count_; ++i)
            if (runs_[i]) visitor(*runs_[i]);
    }

private:
    static constexpr u32 nobody = 0;

    Run* free_run();
    void block(Run& run);
    bool waits_for_ever() const;
    void tell_deadlock();
    void tell_thread(Run& run);

    Machine& machine_;
    KernelThreads* kernel_ = nullptr;
    u32 stack_slots_ = 0;
    Atomic<u32> running_ = nobody;
    Atomic<bool> is_wanted_ = false;
    u32 count_ = 0; ///< up to the last that is there
    u64 order_ = 0;
    Run* runs_[threads_max] = {};
    Run* ended_[threads_max] = {}; ///< whose memory the next ones take
};

} // namespace flat::java
