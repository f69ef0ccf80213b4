// SPDX-License-Identifier: BSD-2-Clause
// A thread of a process.
#pragma once

#include <core/machine/task.hpp>
#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <flat/thread/thread_manager.hpp>
#include <flat/unix/user_mode.hpp>
#include <machine/interrupts.hpp>
#include <machine/register_frame.hpp>
#include <unix/process.hpp>

namespace flat::unix {

/// What the system calls of a program run for.
class ProgramThread final : public Task, public thread::Thread::Body, NonCopyable {
public:
    ProgramThread(u32 number, Process& of, UserMode& mode)
        : id(number), process(of), user_mode_(mode) {}

    /// The thread behind what system calls are given.
    static ProgramThread& of(Task& task) { return static_cast<ProgramThread&>(task); }

    /// Waits for a condition as `thread.ThreadManager.wait`; false if a signal has come, for which
    /// the call is to end.
    bool wait(thread::ThreadManager& threads, u64 condition, u64 ticket) {
        waiting_on = condition;
        bool const is_waiting = !has_signal() && threads.wait(condition, ticket);
        waiting_on = 0;
        return is_waiting && !has_signal();
    }

    /// Whether a signal is to be taken before anything else, or the process ends.
    bool has_signal() const {
        return process.is_ending || ((pending.set() | process.pending.set()) & ~blocked) != 0;
    }

    /// The running thread gets a signal of its own making, unless that means nothing.
    void raise(u32 signal) {
        machine::InterruptGuard const guard;
        bool const is_blocked = (blocked & set_of(signal)) != 0;
        if (!is_blocked && process.actions.ignores(signal)) return;
        pending.add(signal, {0, process.id, 0});
        if (!is_blocked) attention = 1;
    }

    void run() override { user_mode_.enter(*this, start); }

    void* narrow(InterfaceId interface) override {
        return interface == Body::interface_id ? static_cast<Body*>(this) : nullptr;
    }

    u32 const id;
    Process& process;
    RegisterFrame start;              ///< what it begins with
    thread::Thread* thread = nullptr; ///< of the kernel, in which it runs
    ListLink<ProgramThread> in_dead;
    u64 blocked = 0;
    u64 blocked_before = 0; ///< by sigsuspend, which ends with a handler
    bool is_suspended = false;
    PendingSignals pending;
    u64 waiting_on = 0; ///< the condition that it waits for, if it does
    vaddr cleared_word = 0;
    vaddr handler_stack = 0;
    u64 handler_stack_bytes = 0;

private:
    UserMode& user_mode_;
};

} // namespace flat::unix
