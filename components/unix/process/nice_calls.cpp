// SPDX-License-Identifier: BSD-2-Clause
// How nice threads are to others (getpriority(2)).
#include <unix/process/processes.hpp>

#include <machine/interrupts.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

/// Of which threads: one, those of a group of processes, or those of a user.
enum Kind : u32 { of_thread = 0, of_group = 1, of_user = 2 };

/// Why a process cannot make a thread so nice; 0 if it can.
i64 nice_refusal(Process const& own, ProgramThread const& thread, i32 nice) {
    Credentials const& as = own.credentials;
    Process const& other = thread.process;
    if (as.is_superuser()) return 0;
    u32 const effective = as.user.effective;
    Identities const& user = other.credentials.user;
    if (user.real != effective && user.effective != effective) return failed(Errno::eperm);
    bool const is_less_nice = nice < thread.scheduling.nice;
    return is_less_nice && !allows_nice(other.limits, nice) ? failed(Errno::eacces) : 0;
}

} // namespace

/// Interrupts are disabled.
template<class Function>
void Processes::for_each_of(Task& task, u32 kind, u32 who, Function const& function) {
    Process const& own = ProgramThread::of(task).process;
    if (kind == of_thread) {
        if (ProgramThread* const thread = find_thread(task, who)) function(*thread);
        return;
    }
    u32 const of_own = kind == of_group ? own.group : own.credentials.user.real;
    u32 const wanted = who != 0 ? who : of_own;
    for (ProgramThread* each = all_threads_.first(); each;
         each = all_threads_.first_above(each->id)) {
        Process const& process = each->process;
        u32 const has = kind == of_group ? process.group : process.credentials.user.real;
        if (has == wanted) function(*each);
    }
}

i64 Processes::setpriority(Task& task, u32 kind, u32 who, i32 wanted) {
    if (kind > of_user) return failed(Errno::einval);
    i32 const nice = max(Scheduling::nice_min, min(wanted, Scheduling::nice_max));
    Process const& own = ProgramThread::of(task).process;
    i64 result = failed(Errno::esrch);
    InterruptGuard const guard;
    for_each_of(task, kind, who, [&](ProgramThread& thread) {
        if (i64 const why = nice_refusal(own, thread, nice); why != 0) {
            result = why;
            return;
        }
        if (result == failed(Errno::esrch)) result = 0;
        Scheduling scheduling = thread.scheduling;
        scheduling.nice = nice;
        apply(thread, scheduling);
    });
    return result;
}

i64 Processes::getpriority(Task& task, u32 kind, u32 who) {
    if (kind > of_user) return failed(Errno::einval);
    i64 result = failed(Errno::esrch);
    InterruptGuard const guard;
    for_each_of(task, kind, who, [&](ProgramThread const& thread) {
        result = max<i64>(result, Scheduling::nice_max + 1 - thread.scheduling.nice);
    });
    return result;
}

} // namespace flat::unix::process
