// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of scheduling (sched(7)), and set: policies and priorities of threads on one
// processor.
#include <unix/process/processes.hpp>

#include <machine/interrupts.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

constexpr u32 reset_on_fork = 0x4000'0000; ///< a bit beside the policy (SCHED_RESET_ON_FORK)
constexpr u64 one_processor = 1;           ///< the set of the processors that there are

/// What a program wants of a policy and a priority of it, with the nice value of before; EINVAL if
/// there is no such policy, or if it has no such priority.
Result<Scheduling, Errno> wanted_scheduling(u32 policy, u32 priority, Scheduling const& before) {
    bool const is_reset = (policy & reset_on_fork) != 0;
    Scheduling const wanted{Policy(policy & ~reset_on_fork), priority, before.nice, is_reset};
    bool const has_none = priority == 0 && wanted.is_without_priority();
    bool const is_priority = priority != 0 && priority <= Scheduling::priority_max;
    if (!has_none && !(is_priority && wanted.is_real_time())) return Errno::einval;
    return wanted;
}

/// Whether a process that is no superuser may schedule a thread so (sched(7), Privileges and
/// resource limits). An idle thread counts as nicer than all others.
bool may_schedule(Process const& own, ProgramThread const& thread, Scheduling const& wanted) {
    Scheduling const& before = thread.scheduling;
    Process const& other = thread.process;
    u64 const limit = other.limits.of(real_time_priority).soft;
    if (wanted.is_real_time()) {
        if (wanted.policy != before.policy && limit == 0) return false;
        if (wanted.priority > before.priority && wanted.priority > limit) return false;
    }
    bool const is_woken = before.policy == Policy::idle && wanted.policy != Policy::idle;
    if (is_woken && !allows_nice(other.limits, before.nice)) return false;
    u32 const effective = own.credentials.user.effective;
    Identities const& user = other.credentials.user;
    bool const is_own = user.effective == effective || user.real == effective;
    return is_own && (!before.is_reset_on_fork || wanted.is_reset_on_fork);
}

} // namespace

/// The thread of a number, 0 being the caller; null if there is none. Interrupts are disabled.
ProgramThread* Processes::find_thread(Task& task, u32 id) {
    return id == 0 ? &ProgramThread::of(task) : all_threads_.find(id);
}

/// ESRCH if there is no such thread; else 0.
i64 Processes::missing_thread(Task& task, u32 id) {
    InterruptGuard const guard;
    return find_thread(task, id) ? 0 : failed(Errno::esrch);
}

/// How a thread is scheduled; ESRCH if there is none, EINVAL for a negative number.
Result<Scheduling, Errno> Processes::scheduling_of(Task& task, u32 id) {
    if (static_cast<i32>(id) < 0) return Errno::einval;
    InterruptGuard const guard;
    ProgramThread const* const thread = find_thread(task, id);
    if (!thread) return Errno::esrch;
    return thread->scheduling;
}

i64 Processes::set_scheduling(Task& task, u32 id, Scheduling const& wanted) {
    Process const& own = ProgramThread::of(task).process;
    InterruptGuard const guard;
    ProgramThread* const thread = find_thread(task, id);
    if (!thread) return failed(Errno::esrch);
    if (!own.credentials.is_superuser() && !may_schedule(own, *thread, wanted))
        return failed(Errno::eperm);
    Scheduling own_nice = wanted;
    own_nice.nice = thread->scheduling.nice;
    apply(*thread, own_nice);
    return 0;
}

/// From now on a thread is scheduled so. Interrupts are disabled, or it has not been started.
void Processes::apply(ProgramThread& thread, Scheduling const& wanted) {
    thread.scheduling = wanted;
    thread.thread->schedule(wanted.urgency(), wanted.slice_us());
}

i64 Processes::sched_setscheduler(Task& task, u32 id, u32 policy, vaddr place) {
    u32 priority = 0;
    bool const is_negative = static_cast<i32>(id) < 0 || static_cast<i32>(policy) < 0;
    if (place == 0 || is_negative) return failed(Errno::einval);
    if (!get(*user_mode, priority, place)) return failed(Errno::efault);
    auto const before = scheduling_of(task, id);
    if (before.is_error()) return failed(before.error());
    auto const wanted = wanted_scheduling(policy, priority, before.value());
    return wanted.is_error() ? failed(wanted.error()) : set_scheduling(task, id, wanted.value());
}

i64 Processes::sched_getscheduler(Task& task, u32 id) {
    auto const found = scheduling_of(task, id);
    if (found.is_error()) return failed(found.error());
    return u32(found.value().policy) | (found.value().is_reset_on_fork ? reset_on_fork : 0);
}

i64 Processes::sched_setparam(Task& task, u32 id, vaddr place) {
    i64 const policy = sched_getscheduler(task, id);
    u32 const known = policy < 0 ? u32(Policy::other) : static_cast<u32>(policy);
    return sched_setscheduler(task, id, known, place);
}

i64 Processes::sched_getparam(Task& task, u32 id, vaddr place) {
    if (place == 0) return failed(Errno::einval);
    auto const found = scheduling_of(task, id);
    if (found.is_error()) return failed(found.error());
    return put(*user_mode, place, found.value().priority) ? 0 : failed(Errno::efault);
}

/// Those of threads that are first in, first out, are told as 0.
i64 Processes::sched_rr_get_interval(Task& task, u32 id, vaddr place) {
    auto const found = scheduling_of(task, id);
    if (found.is_error()) return failed(found.error());
    bool const is_endless = found.value().policy == Policy::first_in_first_out;
    u64 const time[] = {0, is_endless ? 0 : u64{found.value().slice_us()} * 1000};
    return put(*user_mode, place, time) ? 0 : failed(Errno::efault);
}

i64 Processes::sched_priority_limit(u32 policy, bool is_highest) {
    constexpr u32 deadline = 6; // which no thread can have
    Scheduling const of{Policy(policy)};
    if (of.is_real_time()) return is_highest ? Scheduling::priority_max : 1;
    return of.is_without_priority() || policy == deadline ? 0 : failed(Errno::einval);
}

/// A set that is shorter than a word has zeros after its end.
i64 Processes::sched_setaffinity(Task& task, u32 id, u64 bytes, vaddr place) {
    u64 wanted = 0;
    Span<u8> const words = writable_bytes_of(Span<u64>(&wanted, 1));
    if (!user_mode->copy_in(words.first(min<u64>(bytes, sizeof wanted)), place))
        return failed(Errno::efault);
    if (i64 const why = missing_thread(task, id); why != 0) return why;
    return (wanted & one_processor) != 0 ? 0 : failed(Errno::einval);
}

i64 Processes::sched_getaffinity(Task& task, u32 id, u64 bytes, vaddr place) {
    if (bytes < sizeof one_processor || bytes % sizeof one_processor != 0)
        return failed(Errno::einval);
    if (i64 const why = missing_thread(task, id); why != 0) return why;
    bool const is_put = put(*user_mode, place, one_processor);
    return is_put ? i64{sizeof one_processor} : failed(Errno::efault);
}

} // namespace flat::unix::process
