// SPDX-License-Identifier: BSD-2-Clause
// What time it is, and waiting for a later one.
#include <unix/facts/facts.hpp>

#include <unix/deadline.hpp>
#include <unix/program_thread.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::facts {

namespace {

constexpr i64 second = 1'000'000'000;
constexpr u32 clocks = 8;
constexpr u32 realtime = 0;
constexpr u32 realtime_coarse = 5;
constexpr u32 until_then = 1; ///< TIMER_ABSTIME

/// struct timespec.
struct Time {
    i64 seconds;
    i64 nanoseconds;

    bool is_valid() const {
        return seconds >= 0 && seconds < i64{1} << 33 && nanoseconds >= 0 && nanoseconds < second;
    }
};

Time time_of(i64 ns) {
    return {ns / second, ns % second};
}

} // namespace

Facts::Facts(Ports const& ports, Attributes const& attributes) : FactsComponent(ports, attributes) {
    if (clock) began_ns_ = clock->now_ns() - static_cast<i64>(alarms->now_ns());
}

i64 Facts::now_of(u32 clock) {
    bool const is_real = clock == realtime || clock == realtime_coarse;
    return static_cast<i64>(alarms->now_ns()) + (is_real ? began_ns_ : 0);
}

i64 Facts::clock_gettime(Task&, u32 clock, vaddr place) {
    if (clock >= clocks) return failed(Errno::einval);
    return put(*user_mode, place, time_of(now_of(clock))) ? 0 : failed(Errno::efault);
}

i64 Facts::clock_getres(Task&, u32 clock, vaddr place) {
    if (clock >= clocks) return failed(Errno::einval);
    return put_if_wanted(*user_mode, place, Time{0, 1});
}

/// Who sleeps until a time of it looks at it again.
i64 Facts::clock_settime(Task& task, u32 clock, vaddr place) {
    Time wanted = {};
    if (clock != realtime) return failed(Errno::einval);
    if (!get(*user_mode, wanted, place)) return failed(Errno::efault);
    if (!wanted.is_valid()) return failed(Errno::einval);
    if (!ProgramThread::of(task).process.credentials.is_superuser()) return failed(Errno::eperm);
    began_ns_ = wanted.seconds * second + wanted.nanoseconds - static_cast<i64>(alarms->now_ns());
    threads->notify_all(address_of(&began_ns_));
    return 0;
}

i64 Facts::gettimeofday(Task&, vaddr place) {
    i64 const now = now_of(realtime);
    i64 const words[] = {now / second, now % second / 1000};
    return put_if_wanted(*user_mode, place, Time{words[0], words[1]});
}

i64 Facts::time(Task&, vaddr place) {
    i64 const now = now_of(realtime) / second;
    i64 const outcome = put_if_wanted(*user_mode, place, now);
    return outcome == 0 ? now : outcome;
}

i64 Facts::times(Task&, vaddr place) {
    constexpr i64 tick = second / 100;
    struct Ticks {
        i64 words[4];
    };
    i64 const outcome = put_if_wanted(*user_mode, place, Ticks{});
    return outcome == 0 ? static_cast<i64>(alarms->now_ns()) / tick : outcome;
}

i64 Facts::nanosleep(Task& task, u32 clock, u32 flags, vaddr place, vaddr left) {
    Time wanted = {};
    if (!get(*user_mode, wanted, place)) return failed(Errno::efault);
    if (!wanted.is_valid() || clock >= clocks) return failed(Errno::einval);
    i64 const asked = wanted.seconds * second + wanted.nanoseconds;
    if ((flags & until_then) != 0) return sleep_until(task, clock, asked);
    i64 const begin = now_of(clock);
    if (asked == 0) return 0;
    u64 const condition = address_of(&wanted);
    Deadline const deadline(*alarms, *threads, condition, asked);
    for (;;) {
        u64 const ticket = threads->ticket();
        if (deadline.is_over()) return 0;
        if (ProgramThread::of(task).wait(*threads, condition, ticket)) continue;
        i64 const rest = max<i64>(begin + asked - now_of(clock), 0);
        (void)put_if_wanted(*user_mode, left, time_of(rest));
        return failed(Errno::eintr);
    }
}

/// A clock that is set meanwhile changes how long that takes.
i64 Facts::sleep_until(Task& task, u32 clock, i64 then) {
    for (;;) {
        u64 const ticket = threads->ticket();
        i64 const delay = then - now_of(clock);
        if (delay <= 0) return 0;
        Deadline const deadline(*alarms, *threads, address_of(&began_ns_), delay);
        if (!ProgramThread::of(task).wait(*threads, address_of(&began_ns_), ticket))
            return failed(Errno::eintr);
    }
}

} // namespace flat::unix::facts
