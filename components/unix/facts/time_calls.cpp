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
constexpr u32 of_process = 2;
constexpr u32 of_own_thread = 3;
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

/// Whether a clock is of the time that the processor was used.
bool counts_ticks(u32 clock) {
    return static_cast<i32>(clock) < 0 || clock == of_process || clock == of_own_thread;
}

} // namespace

i64 Facts::now_of(u32 clock) {
    bool const is_real = clock == realtime || clock == realtime_coarse;
    return static_cast<i64>(alarms->now_ns()) + (is_real ? began_ns_ : 0);
}

/// What a clock of processor time says: of a process, or of one of the caller's threads. Numbers
/// below 0 have the complement of whose it is above three bits (Linux: posix-timers.h).
Result<i64, Errno> Facts::cpu_time(Task& task, u32 clock) {
    constexpr u32 is_of_thread = 4;
    constexpr u32 kind_mask = 3; // 0 and 1 count ticks, which 2 does here as well
    ProgramThread& caller = ProgramThread::of(task);
    bool const is_numbered = static_cast<i32>(clock) < 0;
    u32 const whose = is_numbered ? ~static_cast<u32>(static_cast<i32>(clock) >> 3) : 0;
    if (is_numbered && (clock & kind_mask) == kind_mask) return Errno::einval;
    machine::InterruptGuard const guard;
    if (is_numbered ? (clock & is_of_thread) != 0 : clock == of_own_thread) {
        for (ThreadOfProcess& each : caller.process.threads) {
            ProgramThread const& thread = ProgramThread::of(each);
            if (thread.id == (whose != 0 ? whose : caller.id))
                return static_cast<i64>(thread.times().total_us() * 1000);
        }
        return Errno::einval;
    }
    u32 const id = whose != 0 ? whose : caller.process.id;
    if (processes->first_from(id) != id) return Errno::einval;
    auto const times = processes->times_of(id);
    return static_cast<i64>((times.user_us + times.system_us) * 1000);
}

/// What a clock says, in nanoseconds.
Result<i64, Errno> Facts::reading(Task& task, u32 clock) {
    bool const is_cpu =
        static_cast<i32>(clock) < 0 || clock == of_process || clock == of_own_thread;
    if (is_cpu) return cpu_time(task, clock);
    return clock < clocks ? Result<i64, Errno>(now_of(clock)) : Errno::einval;
}

i64 Facts::clock_gettime(Task& task, u32 clock, vaddr place) {
    auto const now = reading(task, clock);
    if (now.is_error()) return failed(now.error());
    return put(*user_mode, place, time_of(now.value())) ? 0 : failed(Errno::efault);
}

i64 Facts::clock_getres(Task& task, u32 clock, vaddr place) {
    auto const now = reading(task, clock);
    if (now.is_error()) return failed(now.error());
    return put_if_wanted(*user_mode, place, Time{0, counts_ticks(clock) ? second / 1000 : 1});
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

/// In hundredths of a second.
i64 Facts::times(Task& task, vaddr place) {
    constexpr u64 tick_us = 10'000;
    struct Ticks {
        u64 user, system, waited_user, waited_system;
    };
    auto const used = processes->times_of(ProgramThread::of(task).process.id);
    Ticks const ticks{used.user_us / tick_us, used.system_us / tick_us,
                      used.waited_user_us / tick_us, used.waited_system_us / tick_us};
    i64 const outcome = put_if_wanted(*user_mode, place, ticks);
    return outcome == 0 ? static_cast<i64>(alarms->now_ns() / (tick_us * 1000)) : outcome;
}

i64 Facts::nanosleep(Task& task, u32 clock, u32 flags, vaddr place, vaddr left) {
    Time wanted = {};
    if (!get(*user_mode, wanted, place)) return failed(Errno::efault);
    if (!wanted.is_valid() || clock >= clocks || clock == of_own_thread)
        return failed(Errno::einval);
    if (clock == of_process) return failed(Errno::eopnotsupp); // nobody waits for such a time
    i64 const asked = wanted.seconds * second + wanted.nanoseconds;
    if ((flags & until_then) != 0) return sleep_until(task, clock, asked);
    u64 const begin = alarms->now_ns(); // which no clock that is set changes
    if (asked == 0) return 0;
    u64 const condition = address_of(&wanted);
    Deadline const deadline(*alarms, *threads, condition, asked);
    for (;;) {
        u64 const ticket = threads->ticket();
        if (deadline.is_over()) return 0;
        if (ProgramThread::of(task).wait(*threads, condition, ticket)) continue;
        i64 const slept = static_cast<i64>(alarms->now_ns() - begin);
        i64 const rest = max<i64>(asked - slept, 0);
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
