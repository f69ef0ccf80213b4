// SPDX-License-Identifier: BSD-2-Clause
// A thread of a process.
#pragma once

#include <core/machine/task.hpp>
#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <flat/thread/thread_manager.hpp>
#include <flat/unix/user_mode.hpp>
#include <machine/interrupts.hpp>
#include <machine/register_frame.hpp>
#include <unix/control_records.hpp>
#include <unix/message_sender.hpp>
#include <unix/process.hpp>
#include <unix/scheduling.hpp>

namespace flat::unix {

class PassedFiles;

/// What the system calls of a program run for.
class ProgramThread final : public Task,
                            public ThreadOfProcess,
                            public thread::Thread::Body,
                            NonCopyable {
public:
    ProgramThread(u32 number, Process& of, UserMode& mode)
        : id(number), process(of), user_mode_(mode) {}

    /// The thread that a system call's task is.
    static ProgramThread& of(Task& task) { return static_cast<ProgramThread&>(task); }
    /// One of those that a process lists.
    static ProgramThread& of(ThreadOfProcess& thread) {
        return static_cast<ProgramThread&>(thread);
    }

    u32 id_key() const { return id; }

    /// Waits for a condition as `thread.ThreadManager.wait`; false if a signal has come, for which
    /// the call is to end.
    bool wait(thread::ThreadManager& threads, u64 condition, u64 ticket) {
        waiting_on = condition;
        bool const is_waiting = !has_signal() && threads.wait(condition, ticket);
        waiting_on = 0;
        return is_waiting && !has_signal();
    }

    /// Whether something is to be done before anything else: a signal to be taken, the process to
    /// be stopped, the thread to end.
    bool has_signal() const {
        return is_to_end() || process.state == Process::State::stopped ||
               ((pending.set() | process.pending.set()) & ~(blocked & ~awaited)) != 0;
    }

    /// Whether the process ends, or goes on with another thread alone.
    bool is_to_end() const {
        return process.is_ending || (process.survivor && process.survivor != this);
    }

    /// Whether it ends as soon as its system call does: long calls then stop where they are.
    bool is_about_to_end() const {
        return is_to_end() ||
               process.actions.are_fatal((pending.set() | process.pending.set()) & ~blocked);
    }

    /// Whether a signal that comes would not wait.
    bool takes(u32 signal) const { return (blocked & ~awaited & set_of(signal)) == 0; }

    /// The open file of a descriptor; null if there is none. Where other threads could close it, it
    /// is kept until the system call has ended.
    OpenDescription* find_file(u32 descriptor) {
        if (process.alive_threads == 1) return process.descriptors.find(descriptor);
        machine::InterruptGuard const guard;
        OpenDescription* const file = process.descriptors.find(descriptor);
        return file && use(*file) ? file : nullptr;
    }

    /// The system call has ended.
    void let_go_files() {
        while (used_count_ != 0)
            used_[--used_count_]->let_go();
    }

    /// The running thread gets a signal of its own making, unless that means nothing.
    void raise(u32 signal) {
        machine::InterruptGuard const guard;
        bool const is_blocked = (blocked & set_of(signal)) != 0;
        if (!is_blocked && process.actions.ignores(signal)) return;
        pending.add(signal, cause_by(process, 0));
        if (!is_blocked) attention = 1;
    }

    CpuTimes times() const { return {user_us, system_us}; }

    void run() override { user_mode_.enter(*this, start); }

    void* narrow(InterfaceId interface) override {
        return interface == Body::interface_id ? static_cast<Body*>(this) : nullptr;
    }

    u32 id;
    Process& process;
    RegisterFrame start;              ///< what it begins with
    thread::Thread* thread = nullptr; ///< of the kernel, in which it runs
    ListLink<ProgramThread> in_dead;
    TreeLink<ProgramThread> in_all;
    u64 blocked = 0;
    u64 awaited = 0;        ///< signals that are waited for although they are blocked
    u64 blocked_before = 0; ///< by sigsuspend, which ends with a handler
    bool is_suspended = false;
    bool asks_as_real = false; ///< files are accessed as who has started the process, by access(2)
    PendingSignals pending;
    Scheduling scheduling; ///< what others ask and set with interrupts disabled
    u16 io_priority = 0;   ///< what others ask and set (ioprio_set(2)), and nobody heeds
    u64 waiting_on = 0;    ///< the condition that it waits for, if it does
    /// What goes with the bytes of a message: of a call that sends until a socket takes it, of one
    /// that receives from a socket on; none is left when the call ends.
    PassedFiles* passed = nullptr;
    /// Of a call that sends, whom the program wants to be told; of one that receives, who it was,
    /// where that is told.
    Maybe<MessageSender> message_sender;
    /// Of a call that receives, what its protocol tells with a message; null if nobody wants it.
    ControlRecords* control_records = nullptr;
    vaddr cleared_word = 0;
    vaddr robust_list = 0; ///< of the words that it owns, for their waiters
    vaddr handler_stack = 0;
    u64 handler_stack_bytes = 0;

private:
    static constexpr u32 used_max = 4; // no call uses more

    /// Keeps a file, once.
    bool use(OpenDescription& file) {
        for (u32 i = 0; i < used_count_; ++i)
            if (used_[i] == &file) return true;
        if (used_count_ == used_max) return false;
        file.keep();
        used_[used_count_++] = &file;
        attention = 1; // on the way back it is let go
        return true;
    }

    UserMode& user_mode_;
    OpenDescription* used_[used_max] = {};
    u32 used_count_ = 0;
};

/// How long all threads of a process have run. Interrupts are disabled.
inline CpuTimes times_of(Process& process) {
    CpuTimes all = process.of_ended;
    for (ThreadOfProcess& each : process.threads)
        all.add(ProgramThread::of(each).times());
    return all;
}

} // namespace flat::unix
