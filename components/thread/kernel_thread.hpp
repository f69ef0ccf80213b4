// SPDX-License-Identifier: BSD-2-Clause
// One thread of the kernel, as a resource.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <object/tcb.hpp>

namespace flat::thread {

class Threads;

/// A thread control block, a stack, and what the thread does. It is started once. `join` blocks.
/// `release` frees the stack, so the thread must not release itself.
class KernelThread : public Thread, NonCopyable {
public:
    /// A thread that has not been started, on the stack [stack, stack + stack_bytes).
    KernelThread(Threads& threads, u8 priority, void* stack, usize stack_bytes);

    void start(Body& body) override;
    void join() override;
    void release() override;
    void schedule(u8 priority, u32 slice_us) override;
    void* narrow(InterfaceId id) override;

    Tcb& tcb() { return tcb_; }
    void* stack() const { return stack_; }

    /// The condition that joiners of a thread wait for.
    static u64 finished_condition(Tcb const& thread) { return address_of(&thread); }

private:
    static void run(void* thread);

    Threads& threads_;
    void* const stack_;
    usize const stack_bytes_;
    Body* body_ = nullptr;
    Tcb tcb_;
};

} // namespace flat::thread
