// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of the timers that send them signals.
#include <unix/process/processes.hpp>

#include <machine/interrupts.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

/// Which timers there are: of real time, of the time in user mode, and of all that is used.
enum WhichTimer : u32 { itimer_real = 0, itimer_virtual = 1, itimer_profiling = 2 };

constexpr u64 ns_per_second = 1'000'000'000;
constexpr u64 ns_per_microsecond = 1000;

/// struct timeval.
struct Time {
    i64 seconds;
    i64 microseconds;

    bool is_valid() const {
        return seconds >= 0 && seconds < i64{1} << 31 && microseconds >= 0 &&
               microseconds < 1'000'000;
    }
    u64 ns() const {
        return static_cast<u64>(seconds) * ns_per_second +
               static_cast<u64>(microseconds) * ns_per_microsecond;
    }
};

/// struct itimerval.
struct TimerTimes {
    Time interval;
    Time left;
};

/// Never 0 of a time that is left.
Time time_of(u64 ns) {
    u64 const all = divide_up(ns, ns_per_microsecond);
    return {static_cast<i64>(all / 1'000'000), static_cast<i64>(all % 1'000'000)};
}

/// One of the time that the process uses; null for that of real time.
CpuTimer* cpu_timer(Process& process, u32 which) {
    if (which == itimer_virtual) return &process.virtual_timer;
    return which == itimer_profiling ? &process.profiling_timer : nullptr;
}

IntervalTimer::Setting setting_of(Process& process, u32 which) {
    CpuTimer const* const of_use = cpu_timer(process, which);
    return of_use ? of_use->setting() : process.timer.setting();
}

} // namespace

void Processes::send_alarm(Process& process) {
    send(process, sigalrm, {code_of_kernel, 0, 0});
}

i64 Processes::put_timer(vaddr place, IntervalTimer::Setting const& setting) {
    TimerTimes const times = {time_of(setting.interval_ns), time_of(setting.left_ns)};
    return put(*user_mode, place, times) ? 0 : failed(Errno::efault);
}

i64 Processes::setitimer(Task& task, u32 which, vaddr setting, vaddr old) {
    TimerTimes times = {};
    if (which > itimer_profiling) return failed(Errno::einval);
    if (setting != 0 && !get(*user_mode, times, setting)) return failed(Errno::efault);
    if (!times.interval.is_valid() || !times.left.is_valid()) return failed(Errno::einval);
    Process& process = ProgramThread::of(task).process;
    IntervalTimer::Setting before = {};
    {
        InterruptGuard const guard;
        IntervalTimer::Setting const wanted = {times.interval.ns(), times.left.ns()};
        before = setting_of(process, which);
        if (CpuTimer* const of_use = cpu_timer(process, which))
            of_use->set(wanted);
        else
            process.timer.set(wanted);
    }
    return old != 0 ? put_timer(old, before) : 0;
}

i64 Processes::getitimer(Task& task, u32 which, vaddr place) {
    if (which > itimer_profiling) return failed(Errno::einval);
    Process& process = ProgramThread::of(task).process;
    IntervalTimer::Setting now = {};
    {
        InterruptGuard const guard;
        now = setting_of(process, which);
    }
    return put_timer(place, now);
}

/// What is left is rounded, and never to none.
i64 Processes::alarm(Task& task, u32 seconds) {
    ProcessTimer& timer = ProgramThread::of(task).process.timer;
    u64 const left = timer.setting().left_ns;
    timer.set({0, seconds * ns_per_second});
    if (left == 0) return 0;
    return max<i64>(static_cast<i64>((left + ns_per_second / 2) / ns_per_second), 1);
}

} // namespace flat::unix::process
