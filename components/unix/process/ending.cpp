// SPDX-License-Identifier: BSD-2-Clause
// How threads and processes end, and to whom that is reported.
#include <unix/process/processes.hpp>

#include <core/panic.hpp>
#include <core/span.hpp>
#include <machine/interrupts.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

constexpr u32 status_dumped = 0x80;
constexpr u32 code_exited = 1; // CLD_EXITED
constexpr u32 code_killed = 2; // CLD_KILLED
constexpr u32 code_dumped = 3; // CLD_DUMPED

/// Whether the parent ignores the ends of its children.
bool is_unwanted(Process const& process) {
    if (!process.parent) return false;
    SignalAction const& action = process.parent->actions.of(sigchld);
    return action.handler == SignalAction::ignore || (action.flags & sa_nocldwait) != 0;
}

/// Takes the first of a list that other threads change as well; null if it is empty.
template<class List>
auto* take_first(List& list) {
    InterruptGuard const guard;
    return list.pop_front();
}

} // namespace

i64 Processes::exit(Task& task, u32 status) {
    ProgramThread& thread = ProgramThread::of(task);
    if (thread.process.alive_threads == 1) return exit_group(task, status);
    end_thread(thread);
}

i64 Processes::exit_group(Task& task, u32 status) {
    ProgramThread& thread = ProgramThread::of(task);
    end_all_threads(thread.process, (status & 0xff) << 8);
    end_thread(thread);
}

void Processes::end_by_signal(ProgramThread& thread, u32 signal) {
    u32 const dumped = (dumping & set_of(signal)) != 0 ? status_dumped : 0;
    end_all_threads(thread.process, signal | dumped);
    end_thread(thread);
}

/// Has all threads of a process end, and sets its exit status; the first caller's holds.
void Processes::end_all_threads(Process& process, u32 status) {
    InterruptGuard const guard;
    if (process.is_ending) return;
    process.is_ending = true;
    process.status = status;
    attend_all(process);
}

/// The running thread ends, and with the last one its process.
void Processes::end_thread(ProgramThread& thread) {
    Process& process = thread.process;
    thread.let_go_files();
    futexes->thread_ends(thread);
    user_mode->leave();
    release_dead();
    bool is_last = false;
    {
        InterruptGuard const guard;
        is_last = --process.alive_threads == 0;
        process.threads.remove(thread);
        process.of_ended.add(thread.times());
        all_times_.add(thread.times());
        all_threads_.remove(thread);
        if (process.survivor) threads->notify_all(address_of(&process.threads));
    }
    if (is_last) end_process(process);
    {
        InterruptGuard const guard;
        dead_.push_back(thread);
        if (is_last) {
            process.state = Process::State::ended;
            tell_parent(process);
            if (is_unwanted(process)) {
                process.parent->children.remove(process);
                all_.remove(process);
                unwanted_.push_back(process);
            }
        }
    }
    threads->exit();
    panic("a thread that has ended goes on");
}

/// Gives back what a process had; what remains is what `wait` reports to its parent.
void Processes::end_process(Process& process) {
    process.timer.set({});
    end_timers(process);
    if (process.ending_watcher) process.ending_watcher->ended(process);
    process.descriptors.close_all();
    process.place.let_go();
    let_go_program(process);
    process.memory->let_go();
    process.memory = nullptr;
    InterruptGuard const guard;
    while (Process* const child = process.children.pop_front()) {
        child->parent = first_ != &process ? first_ : nullptr;
        if (!child->parent) continue;
        first_->children.push_back(*child);
        if (child->state == Process::State::ended) tell_parent(*child);
    }
}

void Processes::let_go_program(Process& process) {
    ProgramFile none;
    InterruptGuard const guard;
    process.program.swap(none); // and released when interrupts are enabled
}

/// The parent gets a signal, and need not wait any more.
void Processes::tell_parent(Process& process) {
    threads->notify_all(address_of(&process));
    Process* const parent = process.parent;
    if (!parent) return;
    threads->notify_all(address_of(parent));
    u32 const signal = process.status & 0x7f;
    bool const has_exited = signal == 0;
    u32 const by_signal = (process.status & status_dumped) != 0 ? code_dumped : code_killed;
    u32 const code = has_exited ? code_exited : by_signal;
    send(*parent, sigchld, cause_by(process, code, has_exited ? process.status >> 8 : signal));
}

/// Releases threads that have ended; one that is still on its way waits for the next time.
void Processes::release_dead() {
    while (ProgramThread* const thread = take_first(dead_)) {
        thread->thread->join();
        dispose(*thread);
    }
    while (Process* const process = take_first(unwanted_))
        dispose(*process);
}

} // namespace flat::unix::process
