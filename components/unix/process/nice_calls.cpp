// SPDX-License-Identifier: BSD-2-Clause
// How nice threads are to others (getpriority(2)), and how urgent what they read and write is,
// which is told and changes nothing (ioprio_set(2)).
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

/// Classes of what is read and written, and the steps within one of them (linux/ioprio.h).
enum IoClass : u32 { io_none = 0, io_real_time = 1, io_best_effort = 2, io_idle = 3 };
constexpr u32 io_class_shift = 13;
constexpr u32 io_steps = 8;
constexpr u32 io_usual = io_best_effort << io_class_shift | 4; ///< as good as none

/// Whether there is such a priority.
bool is_io_priority(u32 priority) {
    u32 const step = priority & ((1u << io_class_shift) - 1);
    u32 const kind = priority >> io_class_shift;
    return kind == io_none ? step == 0 : kind <= io_idle && step < io_steps;
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

i64 Processes::ioprio_set(Task& task, u32 kind, u32 who, u32 priority) {
    Credentials const& as = ProgramThread::of(task).process.credentials;
    if (kind == 0 || kind - 1 > of_user || !is_io_priority(priority)) return failed(Errno::einval);
    bool const is_urgent = priority >> io_class_shift == io_real_time;
    if (is_urgent && !as.is_superuser()) return failed(Errno::eperm);
    i64 result = failed(Errno::esrch);
    InterruptGuard const guard;
    for_each_of(task, kind - 1, who, [&](ProgramThread& thread) {
        u32 const user = thread.process.credentials.user.real;
        bool const may = as.is_superuser() || user == as.user.effective || user == as.user.real;
        if (may) thread.io_priority = static_cast<u16>(priority);
        if (!may || result == failed(Errno::esrch)) result = may ? 0 : failed(Errno::eperm);
    });
    return result;
}

i64 Processes::ioprio_get(Task& task, u32 kind, u32 who) {
    if (kind == 0 || kind - 1 > of_user) return failed(Errno::einval);
    i64 best = failed(Errno::esrch);
    InterruptGuard const guard;
    for_each_of(task, kind - 1, who, [&](ProgramThread const& thread) {
        auto const rank = [](i64 each) { return each != 0 ? each : i64{io_usual}; };
        bool const is_better = best < 0 || rank(thread.io_priority) < rank(best);
        if (is_better) best = thread.io_priority;
    });
    return best;
}

} // namespace flat::unix::process
