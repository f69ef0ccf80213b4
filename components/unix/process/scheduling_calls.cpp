// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of scheduling (sched(7)): all threads take turns, on one processor.
#include <unix/process/processes.hpp>

#include <unix/user_data.hpp>

namespace flat::unix::process {

namespace {

/// Policies of Linux. Threads have the first one.
enum Policy : u32 { takes_turns = 0, first_in_first_out = 1, round_robin = 2 };

constexpr u32 real_time_priority_max = 99;
constexpr u64 one_processor = 1; ///< the set of the processors that there are

bool is_real_time(u32 policy) {
    return policy == first_in_first_out || policy == round_robin;
}

/// Why a thread cannot have a policy and a priority of it; 0 if it has them already.
i64 scheduling_refusal(u32 policy, u32 priority) {
    if (policy == takes_turns) return priority == 0 ? 0 : failed(Errno::einval);
    bool const is_priority = priority != 0 && priority <= real_time_priority_max;
    return failed(is_real_time(policy) && is_priority ? Errno::eperm : Errno::einval);
}

} // namespace

/// ESRCH if there is no such thread, 0 being the caller; else 0.
i64 Processes::missing_thread(u32 id) {
    machine::InterruptGuard const guard;
    return id == 0 || all_threads_.find(id) ? 0 : failed(Errno::esrch);
}

/// The same, and EINVAL for a negative number, where policies are asked for.
i64 Processes::check_thread(u32 id) {
    return static_cast<i32>(id) < 0 ? failed(Errno::einval) : missing_thread(id);
}

i64 Processes::sched_setscheduler(Task&, u32 id, u32 policy, vaddr place) {
    u32 priority = 0;
    if (place == 0 || static_cast<i32>(id) < 0) return failed(Errno::einval);
    if (!get(*user_mode, priority, place)) return failed(Errno::efault);
    i64 const why = check_thread(id);
    return why != 0 ? why : scheduling_refusal(policy, priority);
}

i64 Processes::sched_getscheduler(Task&, u32 id) {
    return check_thread(id);
}

i64 Processes::sched_setparam(Task& task, u32 id, vaddr place) {
    return sched_setscheduler(task, id, takes_turns, place);
}

i64 Processes::sched_getparam(Task&, u32 id, vaddr place) {
    if (place == 0) return failed(Errno::einval);
    i64 const why = check_thread(id);
    if (why != 0) return why;
    return put(*user_mode, place, u32{0}) ? 0 : failed(Errno::efault);
}

i64 Processes::sched_priority_limit(u32 policy, bool is_highest) {
    constexpr u32 batch = 3, idle = 5, deadline = 6;
    if (is_real_time(policy)) return is_highest ? real_time_priority_max : 1;
    bool const is_known =
        policy == takes_turns || policy == batch || policy == idle || policy == deadline;
    return is_known ? 0 : failed(Errno::einval);
}

/// A set that is shorter than a word has zeros after its end.
i64 Processes::sched_setaffinity(Task&, u32 id, u64 bytes, vaddr place) {
    u64 wanted = 0;
    Span<u8> const words = writable_bytes_of(Span<u64>(&wanted, 1));
    if (!user_mode->copy_in(words.first(min<u64>(bytes, sizeof wanted)), place))
        return failed(Errno::efault);
    if (i64 const why = missing_thread(id); why != 0) return why;
    return (wanted & one_processor) != 0 ? 0 : failed(Errno::einval);
}

i64 Processes::sched_getaffinity(Task&, u32 id, u64 bytes, vaddr place) {
    if (bytes < sizeof one_processor || bytes % sizeof one_processor != 0)
        return failed(Errno::einval);
    if (i64 const why = missing_thread(id); why != 0) return why;
    bool const is_put = put(*user_mode, place, one_processor);
    return is_put ? i64{sizeof one_processor} : failed(Errno::efault);
}

} // namespace flat::unix::process
