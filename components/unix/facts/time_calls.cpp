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
    bool const is_time = wanted.seconds >= 0 && wanted.seconds < (i64{1} << 31) &&
                         wanted.nanoseconds >= 0 && wanted.nanoseconds < second;
    if (!is_time || clock >= clocks) return failed(Errno::einval);
    i64 const asked = wanted.seconds * second + wanted.nanoseconds;
    i64 const begin = now_of(clock);
    i64 const delay = (flags & until_then) != 0 ? asked - begin : asked;
    if (delay <= 0) return 0;
    u64 const condition = address_of(&wanted);
    Deadline const deadline(*alarms, *threads, condition, delay);
    for (;;) {
        u64 const ticket = threads->ticket();
        if (deadline.is_over()) return 0;
        if (ProgramThread::of(task).wait(*threads, condition, ticket)) continue;
        i64 const rest = max<i64>(begin + delay - now_of(clock), 0);
        if ((flags & until_then) == 0) (void)put_if_wanted(*user_mode, left, time_of(rest));
        return failed(Errno::eintr);
    }
}

} // namespace flat::unix::facts
