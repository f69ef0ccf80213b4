// SPDX-License-Identifier: BSD-2-Clause
// Faults and signals: which thread gets which signal, and what comes of it.
#include <unix/process/processes.hpp>

#include <core/format.hpp>
#include <machine/interrupts.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

constexpr u32 stopped_status = 0x7f;
constexpr u32 continued_status = 0xffff;
constexpr u32 code_not_mapped = 1; // SEGV_MAPERR
constexpr u32 code_forbidden = 2;  // SEGV_ACCERR, and BUS_ADRERR
constexpr u32 page_fault_vector = 14;
constexpr u32 code_stopped = 5; // CLD_STOPPED

/// The signal of an exception (Intel SDM volume 3A, table 6-1, and what Linux makes of it).
u32 signal_of(u32 vector) {
    switch (vector) {
    case 0:
    case 16:
    case 19:
        return sigfpe;
    case 1:
    case 3:
        return sigtrap;
    case 6:
        return sigill;
    case 17:
        return sigbus;
    default:
        return sigsegv;
    }
}

/// What the signal of an exception at an instruction tells of it: of most nothing but that it is
/// the kernel's, without an address.
SignalCause cause_of(u32 vector, vaddr instruction) {
    constexpr u32 integer_division = 1; // FPE_INTDIV
    constexpr u32 operand = 2;          // ILL_ILLOPN
    switch (vector) {
    case 0:
        return {integer_division, instruction, 0};
    case 6:
        return {operand, instruction, 0};
    default:
        return {code_of_kernel, 0, 0};
    }
}

} // namespace

bool Processes::page_fault(Task& task, vaddr address, u32 access) {
    auto const outcome = ProgramThread::of(task).process.memory->resolve(address, access);
    return outcome.is_ok() && outcome.value() == 0;
}

bool Processes::wait_for_page(Task& task, vaddr address, u32 access) {
    ProgramMemory& memory = *ProgramThread::of(task).process.memory;
    for (;;) {
        u64 const ticket = threads->ticket();
        auto const outcome = memory.resolve_waiting(address, access);
        if (outcome.is_error()) return false;
        if (outcome.value() == 0) return true;
        threads->wait(outcome.value(), ticket);
    }
}

void Processes::exception(Task& task, u32 vector, vaddr instruction, vaddr address, u32 access) {
    ProgramThread& thread = ProgramThread::of(task);
    SignalCause cause = cause_of(vector, instruction);
    u32 signal = signal_of(vector);
    if (vector == page_fault_vector) {
        auto const reason = thread.process.memory->reason(address, access);
        bool const is_beyond = reason == ProgramMemory::Reason::beyond_file;
        bool const is_forbidden = reason == ProgramMemory::Reason::forbidden;
        signal = is_beyond ? sigbus : sigsegv;
        u32 const code = is_beyond || is_forbidden ? code_forbidden : code_not_mapped;
        cause = {code, address, 0};
    }
    force(thread, signal, cause);
}

void Processes::lost(Task& task) {
    end_by_signal(ProgramThread::of(task), sigsegv);
}

void Processes::handled(Task& task, u64 mask) {
    block(ProgramThread::of(task), mask);
}

/// Sends a signal to a process, if it means something to it: to the first thread that does not
/// block it. False if too many wait. Interrupts are disabled.
bool Processes::send(Process& process, u32 signal, SignalCause const& cause) {
    if (process.state == Process::State::ended) return true;
    if (signal == sigcont || signal == sigkill) go_on(process);
    if (signal == sigcont) process.pending.forget(stopping);
    if ((stopping & set_of(signal)) != 0) process.pending.forget(set_of(sigcont));
    ProgramThread* taker = nullptr;
    for (ThreadOfProcess& each : process.threads)
        if (!taker && ProgramThread::of(each).takes(signal)) taker = &ProgramThread::of(each);
    bool const is_unblocked = taker && (taker->blocked & set_of(signal)) == 0;
    if (is_unblocked && process.actions.ignores(signal)) return true;
    bool const has_room = process.pending.add(signal, cause);
    if (taker) attend(*threads, *taker);
    if (!is_unblocked) tell_readers();
    return has_room;
}

/// Sends a signal to one thread, as to a process.
bool Processes::send(ProgramThread& thread, u32 signal, SignalCause const& cause) {
    if (((stopping | set_of(sigcont, sigkill)) & set_of(signal)) != 0)
        return send(thread.process, signal, cause);
    bool const is_unblocked = (thread.blocked & set_of(signal)) == 0;
    if (is_unblocked && thread.process.actions.ignores(signal)) return true;
    bool const has_room = thread.pending.add(signal, cause);
    if (thread.takes(signal)) attend(*threads, thread);
    if (!is_unblocked) tell_readers();
    return has_room;
}

/// Has a thread look at its signals, wherever it is.
void Processes::attend(thread::ThreadManager& threads, ProgramThread& thread) {
    thread.attention = 1;
    if (thread.waiting_on != 0) threads.notify_all(thread.waiting_on);
}

/// Has all threads of a process look whether they are to end or to stop. Interrupts are disabled.
void Processes::attend_all(Process& process) {
    for (ThreadOfProcess& each : process.threads)
        attend(*threads, ProgramThread::of(each));
    threads->notify_all(address_of(&process.state));
}

/// A thread gets a signal that it has caused itself: what would ignore or block it does not.
void Processes::force(ProgramThread& thread, u32 signal, SignalCause const& cause) {
    InterruptGuard const guard;
    SignalAction& action = thread.process.actions.of(signal);
    bool const is_blocked = (thread.blocked & set_of(signal)) != 0;
    if (is_blocked || action.handler == SignalAction::ignore)
        action.handler = SignalAction::by_default;
    thread.blocked &= ~set_of(signal);
    thread.pending.add(signal, cause);
    thread.attention = 1;
}

/// Takes one of these signals, if it has come: from those of the thread or of its process.
Processes::Taken Processes::take_of(ProgramThread& thread, u64 signals) {
    InterruptGuard const guard;
    PendingSignals& of_process = thread.process.pending;
    u64 const waiting = (thread.pending.set() | of_process.set()) & signals;
    if (waiting == 0) return {};
    u32 const signal = first_of(waiting);
    bool const is_own = (thread.pending.set() & set_of(signal)) != 0;
    return {signal, is_own ? thread.pending.take(signal) : of_process.take(signal)};
}

Processes::Delivery Processes::next(Task& task) {
    ProgramThread& thread = ProgramThread::of(task);
    Process& process = thread.process;
    thread.let_go_files();
    for (;;) {
        wait_while_stopped(process);
        if (thread.is_to_end()) end_thread(thread);
        Taken const taken = take_of(thread, ~thread.blocked);
        if (taken.signal == 0) break;
        SignalAction const& action = process.actions.of(taken.signal);
        bool const is_ignored = process.actions.ignores(taken.signal);
        if (is_ignored) continue;
        if (action.handler != SignalAction::by_default) return deliver(thread, taken);
        if ((stopping & set_of(taken.signal)) != 0)
            stop(thread, taken.signal);
        else
            end_by_signal(thread, taken.signal);
    }
    if (thread.is_suspended) {
        thread.is_suspended = false;
        thread.blocked = thread.blocked_before;
    }
    return {};
}

/// A signal that has a handler: blocked while that runs, with what it wants to be blocked.
Processes::Delivery Processes::deliver(ProgramThread& thread, Taken const& taken) {
    InterruptGuard const guard;
    u32 const signal = taken.signal;
    SignalCause const& cause = taken.cause;
    SignalAction& action = thread.process.actions.of(signal);
    u64 const before = thread.is_suspended ? thread.blocked_before : thread.blocked;
    thread.is_suspended = false;
    u64 const itself = (action.flags & sa_nodefer) != 0 ? 0 : set_of(signal);
    thread.blocked = (thread.blocked | action.mask | itself) & ~unblockable;
    bool const has_stack = (action.flags & sa_onstack) != 0 && thread.handler_stack_bytes != 0;
    vaddr const sp = thread.registers->stack_pointer();
    bool const is_on_it = sp - thread.handler_stack < thread.handler_stack_bytes;
    bool const moves = has_stack && !is_on_it;
    Delivery const delivery{signal,
                            action.handler,
                            action.flags,
                            action.restorer,
                            before,
                            moves ? thread.handler_stack : 0,
                            moves ? thread.handler_stack_bytes : 0,
                            cause.code,
                            cause.origin,
                            cause.value};
    if ((action.flags & sa_resethand) != 0) action = {};
    if (thread.has_signal()) thread.attention = 1;
    return delivery;
}

/// Stops the process until it is continued.
void Processes::stop(ProgramThread& thread, u32 signal) {
    Process& process = thread.process;
    {
        InterruptGuard const guard;
        process.state = Process::State::stopped;
        process.status = signal << 8 | stopped_status;
        process.is_told_stopped = false;
        if (Process* const parent = process.parent) {
            threads->notify_all(address_of(parent));
            bool const wants = (parent->actions.of(sigchld).flags & sa_nocldstop) == 0;
            if (wants) send(*parent, sigchld, cause_by(process, code_stopped, signal));
        }
        attend_all(process);
    }
    wait_while_stopped(process);
}

/// No thread of a stopped process goes on before the process is continued.
void Processes::wait_while_stopped(Process& process) {
    for (;;) {
        u64 const ticket = threads->ticket();
        if (process.state != Process::State::stopped || process.is_ending) return;
        threads->wait(address_of(&process.state), ticket);
    }
}

/// A process that was stopped goes on.
void Processes::go_on(Process& process) {
    if (process.state != Process::State::stopped) return;
    process.state = Process::State::running;
    process.status = continued_status;
    process.is_told_stopped = false;
    threads->notify_all(address_of(&process.state));
    if (process.parent) threads->notify_all(address_of(process.parent));
}

} // namespace flat::unix::process
