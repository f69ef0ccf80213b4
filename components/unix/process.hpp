// SPDX-License-Identifier: BSD-2-Clause
// A process: memory, descriptors, signals, and its place among others.
#pragma once

#include <core/containers/list.hpp>
#include <core/containers/ordered_tree.hpp>
#include <core/utility.hpp>
#include <unix/cpu_timer.hpp>
#include <unix/cpu_times.hpp>
#include <unix/credentials.hpp>
#include <unix/descriptors.hpp>
#include <unix/interval_timer.hpp>
#include <unix/limits.hpp>
#include <unix/place.hpp>
#include <unix/program_file.hpp>
#include <unix/program_memory.hpp>
#include <unix/signals.hpp>

namespace flat::unix {

/// What a thread is for its process, which lists it as long as it runs.
struct ThreadOfProcess {
    ListLink<ThreadOfProcess> in_process;
};

class PosixTimer;
class ProgramThread;
class Process;

/// Sends signals to processes. Callers disable interrupts.
class SignalSender {
public:
    virtual void send_alarm(Process& process) = 0;
    /// A timer has expired so often.
    virtual void send_expired(PosixTimer& timer, u64 times) = 0;

protected:
    ~SignalSender() = default;
};

/// Is notified when a process that it watches ends.
class EndingWatcher {
public:
    /// None of its threads runs any more; it still has all else.
    virtual void ended(Process& process) = 0;

protected:
    ~EndingWatcher() = default;
};

/// What setitimer(2) sets: sends SIGALRM.
class ProcessTimer final : public IntervalTimer {
public:
    ProcessTimer(thread::Alarms& alarms, SignalSender& sender, Process& process)
        : IntervalTimer(alarms), sender_(sender), process_(process) {}
    ~ProcessTimer() { set({}); }

private:
    void passed(u64) override { sender_.send_alarm(process_); }

    SignalSender& sender_;
    Process& process_;
};

/// What timer_create(2) makes: sends a signal to a process, or to one of its threads.
class PosixTimer final : public IntervalTimer {
public:
    static constexpr u32 timers_max = 64; ///< of a process; POSIX: at least 32

    /// What it does when it expires.
    struct Notice {
        u32 signal; ///< 0 for nothing
        u32 thread; ///< 0 for any
        u64 value;
    };

    PosixTimer(thread::Alarms& alarms, SignalSender& sender, Process& of, u32 by_clock,
               Notice const& sends)
        : IntervalTimer(alarms), process(of), clock(by_clock), notice(sends), sender_(sender) {}
    ~PosixTimer() { set({}); }

    ListLink<PosixTimer> of_process;
    Process& process;
    u32 id = 0; ///< which of its process's
    u32 const clock;
    Notice notice;
    u64 overruns = 0; ///< how often it has expired besides since its signal was sent

private:
    void passed(u64 times) override { sender_.send_expired(*this, times); }

    SignalSender& sender_;
};

/// What a process is; what is done with it is in components. All members that others reach (the
/// tree of processes, pending signals, states) are used with interrupts disabled.
class Process final : NonCopyable {
public:
    enum class State : u8 { running, stopped, ended };

    Process(u32 number, memory::Objects& records, thread::ThreadManager& threads,
            thread::Alarms& alarms, SignalSender& sender)
        : id(number), descriptors(records), place(threads), timer(alarms, sender, *this) {}

    u32 id_key() const { return id; }

    u32 const id;
    State state = State::running;
    bool is_ending = false;      ///< all of its threads are to end
    bool is_told_stopped = true; ///< the parent knows that it was stopped, or goes on
    bool has_executed = false;   ///< since it was forked
    u32 status = 0;              ///< as wait4 tells it, once it has stopped or ended
    u32 group = 0;
    u32 session = 0;
    u32 umask = 022;
    Credentials credentials;
    u32 alive_threads = 1;

    Process* parent = nullptr;
    ListLink<Process> sibling;
    IntrusiveList<Process, &Process::sibling> children;
    TreeLink<Process> in_all;

    ProgramMemory* memory = nullptr;
    IntrusiveList<ThreadOfProcess, &ThreadOfProcess::in_process> threads;
    ProgramThread const* survivor = nullptr; ///< the others are to end, as it runs a program
    Descriptors descriptors;
    Place place;
    ProgramFile program; ///< changed with interrupts disabled
    SignalActions actions;
    PendingSignals pending;
    ProcessTimer timer;
    CpuTimer virtual_timer;   ///< of the time in user mode: sends SIGVTALRM
    CpuTimer profiling_timer; ///< of all time: sends SIGPROF
    Limits limits;
    u64 told_seconds = 0; ///< of time used, at the last signal for too much of it
    IntrusiveList<PosixTimer, &PosixTimer::of_process> posix_timers;
    char name[16] = {}; ///< of its program, for lists of processes
    char command[256];  ///< its arguments
    u32 command_bytes = 0;
    i64 began_ns = 0;
    EndingWatcher* ending_watcher = nullptr; ///< undoes what it has done to semaphores
    CpuTimes of_ended;                       ///< threads
    CpuTimes of_waited; ///< children that have ended and were waited for, and theirs
};

/// Why a signal comes that a process sends.
inline SignalCause cause_by(Process const& sender, u32 code, u64 value = 0) {
    return {code, sender.id | u64{sender.credentials.user.real} << 32, value};
}

} // namespace flat::unix
