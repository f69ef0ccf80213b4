// SPDX-License-Identifier: BSD-2-Clause
// What programs ask about signals.
#include <unix/process/processes.hpp>

#include <machine/interrupts.hpp>
#include <unix/deadline.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

constexpr u64 set_bytes = 8;                     ///< of a set of signals
constexpr u32 code_tkill = static_cast<u32>(-6); ///< SI_TKILL

/// What sigprocmask does with a set.
enum MaskChange : u32 { sig_block = 0, sig_unblock = 1, sig_setmask = 2 };

/// siginfo_t.
struct Information {
    u32 signal, error, code, padding;
    u64 words[14];
};

/// stack_t.
struct HandlerStack {
    static constexpr u32 on_it = 1;    // SS_ONSTACK
    static constexpr u32 disabled = 2; // SS_DISABLE
    static constexpr u64 bytes_min = 2048;

    vaddr base;
    u32 flags;
    u32 padding;
    u64 bytes;
};

/// Whether one of these signals has come.
bool has_any(ProgramThread const& thread, u64 signals) {
    return ((thread.pending.set() | thread.process.pending.set()) & signals) != 0;
}

/// Whether a process may send a signal to another one; in a session, anybody has others go on.
bool may_signal(Process const& own, Process const& to, u32 signal) {
    return own.credentials.may_signal(to.credentials) ||
           (signal == sigcont && own.session == to.session);
}

} // namespace

i64 Processes::kill(Task& task, i32 which, u32 signal) {
    if (signal != 0 && !is_signal(signal)) return failed(Errno::einval);
    Process const& own = ProgramThread::of(task).process;
    InterruptGuard const guard;
    if (which > 0) {
        Process* const process = all_.find(static_cast<u32>(which));
        return process ? send_from(own, *process, signal) : failed(Errno::esrch);
    }
    bool is_any = false;
    bool is_sent = false;
    for (Process* each = all_.first(); each; each = all_.first_above(each->id)) {
        bool is_meant = false;
        if (which == -1)
            is_meant = each != first_ && each != &own;
        else
            is_meant = each->group == (which == 0 ? own.group : static_cast<u32>(-which));
        if (!is_meant) continue;
        is_any = true;
        is_sent |= send_from(own, *each, signal) == 0;
    }
    if (is_sent) return 0;
    return failed(is_any ? Errno::eperm : Errno::esrch);
}

/// Sends a signal, or for 0 says whether one could be sent. Interrupts are disabled.
i64 Processes::send_from(Process const& own, Process& to, u32 signal) {
    if (!may_signal(own, to, signal)) return failed(Errno::eperm);
    if (signal != 0) send(to, signal, cause_by(own, 0));
    return 0;
}

i64 Processes::tgkill(Task& task, u32 process, u32 thread, u32 signal) {
    if (signal != 0 && !is_signal(signal)) return failed(Errno::einval);
    Process const& own = ProgramThread::of(task).process;
    InterruptGuard const guard;
    ProgramThread* const found = all_threads_.find(thread);
    if (!found || (process != 0 && found->process.id != process)) return failed(Errno::esrch);
    if (!may_signal(own, found->process, signal)) return failed(Errno::eperm);
    if (signal != 0) send(*found, signal, cause_by(own, code_tkill));
    return 0;
}

/// What a program may say of a signal that it sends: to others, never that the kernel has sent it.
Result<SignalCause, Errno> Processes::get_cause(vaddr place, bool is_to_itself) {
    Information told = {};
    if (!get(*user_mode, told, place)) return Errno::efault;
    bool const is_of_kernel = static_cast<i32>(told.code) >= 0 || told.code == code_tkill;
    if (is_of_kernel && !is_to_itself) return Errno::eperm;
    return SignalCause{told.code, told.words[0], told.words[1]};
}

i64 Processes::sigqueue(Task& task, u32 process, u32 signal, vaddr information) {
    Process const& own = ProgramThread::of(task).process;
    auto const cause = get_cause(information, process == own.id);
    if (cause.is_error()) return failed(cause.error());
    if (signal != 0 && !is_signal(signal)) return failed(Errno::einval);
    InterruptGuard const guard;
    Process* const to = all_.find(process);
    if (!to) return failed(Errno::esrch);
    if (!may_signal(own, *to, signal)) return failed(Errno::eperm);
    return signal == 0 || send(*to, signal, cause.value()) ? 0 : failed(Errno::eagain);
}

i64 Processes::tgsigqueue(Task& task, u32 process, u32 thread, u32 signal, vaddr information) {
    Process const& own = ProgramThread::of(task).process;
    auto const cause = get_cause(information, process == own.id);
    if (cause.is_error()) return failed(cause.error());
    if (signal != 0 && !is_signal(signal)) return failed(Errno::einval);
    InterruptGuard const guard;
    ProgramThread* const to = all_threads_.find(thread);
    if (!to || to->process.id != process) return failed(Errno::esrch);
    if (!may_signal(own, to->process, signal)) return failed(Errno::eperm);
    return signal == 0 || send(*to, signal, cause.value()) ? 0 : failed(Errno::eagain);
}

void Processes::tell_message(Task& task, u32 process, u32 signal, u64 value) {
    constexpr u32 code_message = static_cast<u32>(-3); // SI_MESGQ
    SignalCause cause = cause_by(ProgramThread::of(task).process, code_message);
    cause.value = value;
    InterruptGuard const guard;
    if (Process* const to = all_.find(process)) (void)send(*to, signal, cause);
}

i64 Processes::sigtimedwait(Task& task, vaddr set, vaddr information, i64 timeout_ns, u64 bytes) {
    u64 signals = 0;
    if (bytes != set_bytes) return failed(Errno::einval);
    if (!get(*user_mode, signals, set)) return failed(Errno::efault);
    signals &= ~unblockable;
    ProgramThread& thread = ProgramThread::of(task);
    Deadline const deadline(*alarms, *threads, address_of(&thread), timeout_ns);
    thread.awaited = signals;
    Taken taken = {};
    i64 outcome = 0;
    for (;;) {
        u64 const ticket = threads->ticket();
        taken = take_of(thread, signals);
        if (taken.signal != 0) break;
        outcome = failed(Errno::eagain);
        if (deadline.is_over()) break;
        outcome = failed(Errno::eintr);
        bool const goes_on = thread.wait(*threads, address_of(&thread), ticket);
        if (!goes_on && !has_any(thread, signals)) break;
    }
    thread.awaited = 0;
    if (taken.signal == 0) return outcome;
    Information told = {};
    told.signal = taken.signal;
    told.code = taken.cause.code;
    told.words[0] = taken.cause.origin;
    told.words[1] = taken.cause.value;
    if (put_if_wanted(*user_mode, information, told) != 0) return failed(Errno::efault);
    return taken.signal;
}

i64 Processes::sigaction(Task& task, u32 signal, vaddr action, vaddr old, u64 bytes) {
    if (!is_signal(signal) || bytes != set_bytes) return failed(Errno::einval);
    Process& process = ProgramThread::of(task).process;
    SignalAction wanted;
    if (action != 0 && !get(*user_mode, wanted, action)) return failed(Errno::efault);
    if (action != 0 && (unblockable & set_of(signal)) != 0) return failed(Errno::einval);
    SignalAction const before = process.actions.of(signal);
    if (action != 0) {
        InterruptGuard const guard;
        wanted.mask &= ~unblockable;
        process.actions.of(signal) = wanted;
        if (process.actions.ignores(signal)) {
            process.pending.forget(set_of(signal));
            for (ThreadOfProcess& each : process.threads)
                ProgramThread::of(each).pending.forget(set_of(signal));
        }
    }
    return put_if_wanted(*user_mode, old, before);
}

/// Blocks these signals and no others; those that wait and are not blocked any more are taken.
void Processes::block(ProgramThread& thread, u64 signals) {
    InterruptGuard const guard;
    thread.blocked = signals & ~unblockable;
    if (thread.has_signal()) thread.attention = 1;
}

i64 Processes::sigprocmask(Task& task, u32 how, vaddr set, vaddr old, u64 bytes) {
    if (bytes != set_bytes) return failed(Errno::einval);
    ProgramThread& thread = ProgramThread::of(task);
    u64 const before = thread.blocked;
    u64 signals = 0;
    if (set != 0 && !get(*user_mode, signals, set)) return failed(Errno::efault);
    if (set != 0) {
        if (how > sig_setmask) return failed(Errno::einval);
        if (how == sig_block) signals |= before;
        if (how == sig_unblock) signals = before & ~signals;
        block(thread, signals);
    }
    return put_if_wanted(*user_mode, old, before);
}

i64 Processes::sigpending(Task& task, vaddr set, u64 bytes) {
    if (bytes > set_bytes) return failed(Errno::einval);
    ProgramThread const& thread = ProgramThread::of(task);
    u64 const signals = (thread.pending.set() | thread.process.pending.set()) & thread.blocked;
    return put(*user_mode, set, signals) ? 0 : failed(Errno::efault);
}

i64 Processes::sigsuspend(Task& task, vaddr set, u64 bytes) {
    if (bytes != set_bytes) return failed(Errno::einval);
    ProgramThread& thread = ProgramThread::of(task);
    u64 signals = 0;
    if (!get(*user_mode, signals, set)) return failed(Errno::efault);
    thread.blocked_before = thread.blocked;
    thread.is_suspended = true;
    block(thread, signals);
    return pause(task);
}

i64 Processes::pause(Task& task) {
    ProgramThread& thread = ProgramThread::of(task);
    u64 ticket = threads->ticket();
    while (thread.wait(*threads, address_of(&thread), ticket))
        ticket = threads->ticket();
    return failed(Errno::eintr);
}

i64 Processes::sigaltstack(Task& task, vaddr stack, vaddr old) {
    ProgramThread& thread = ProgramThread::of(task);
    vaddr const sp = thread.registers->stack_pointer();
    bool const is_on_it = sp - thread.handler_stack < thread.handler_stack_bytes;
    HandlerStack before = {thread.handler_stack, 0, 0, thread.handler_stack_bytes};
    if (thread.handler_stack_bytes == 0) before.flags = HandlerStack::disabled;
    if (is_on_it) before.flags = HandlerStack::on_it;
    HandlerStack wanted = {};
    if (stack != 0) {
        if (!get(*user_mode, wanted, stack)) return failed(Errno::efault);
        if (is_on_it) return failed(Errno::eperm);
        bool const is_disabled = wanted.flags == HandlerStack::disabled;
        bool const is_known = is_disabled || (wanted.flags & ~HandlerStack::on_it) == 0;
        if (!is_known) return failed(Errno::einval);
        if (!is_disabled && wanted.bytes < HandlerStack::bytes_min) return failed(Errno::enomem);
        thread.handler_stack = is_disabled ? 0 : wanted.base;
        thread.handler_stack_bytes = is_disabled ? 0 : wanted.bytes;
    }
    return put_if_wanted(*user_mode, old, before);
}

} // namespace flat::unix::process
