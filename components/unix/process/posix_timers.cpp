// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of timers that they have made (timer_create(2)).
#include <unix/process/processes.hpp>

#include <machine/interrupts.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

constexpr u32 code_timer = static_cast<u32>(-2); ///< SI_TIMER
constexpr u32 is_absolute = 1;                   ///< TIMER_ABSTIME
constexpr u64 overruns_max = 0x7fff'ffff;        ///< DELAYTIMER_MAX
constexpr i64 second_in_ns = 1'000'000'000;

/// Clocks that a timer can have: of the real time, and those that began with the kernel.
enum Clock : u32 { realtime = 0, monotonic = 1, boottime = 7 };

/// What a timer does (SIGEV_...).
enum Notification : u32 { by_signal = 0, by_nothing = 1, by_signal_to_thread = 4 };

/// struct sigevent.
struct Event {
    u64 value;
    u32 signal;
    u32 notification;
    u32 thread;
    u32 padding[11];
};
static_assert(sizeof(Event) == 64);

/// struct timespec.
struct PosixTime {
    i64 seconds;
    i64 nanoseconds;

    bool is_valid() const {
        return seconds >= 0 && seconds < i64{1} << 33 && nanoseconds >= 0 &&
               nanoseconds < second_in_ns;
    }
    i64 ns() const { return seconds * second_in_ns + nanoseconds; }
};

/// struct itimerspec.
struct PosixTimerTimes {
    PosixTime interval;
    PosixTime left;
};

PosixTime posix_time_of(u64 ns) {
    i64 const all = static_cast<i64>(ns);
    return {all / second_in_ns, all % second_in_ns};
}

PosixTimerTimes posix_times_of(IntervalTimer::Setting const& setting) {
    return {posix_time_of(setting.interval_ns), posix_time_of(setting.left_ns)};
}

} // namespace

/// Its signal waits once at most: what comes meanwhile is counted. Interrupts are disabled.
void Processes::send_expired(PosixTimer& timer, u64 times) {
    u32 const signal = timer.notice.signal;
    if (signal == 0) return;
    ProgramThread* const thread =
        timer.notice.thread != 0 ? all_threads_.find(timer.notice.thread) : nullptr;
    if (timer.notice.thread != 0 && !thread) return; // it has ended
    PendingSignals const& pending = thread ? thread->pending : timer.process.pending;
    bool const waits = pending.holds(signal, code_timer, timer.id);
    timer.overruns = min(waits ? timer.overruns + times : times - 1, overruns_max);
    if (waits) return;
    SignalCause const cause{code_timer, timer.id, timer.notice.value};
    if (thread)
        send(*thread, signal, cause);
    else
        send(timer.process, signal, cause);
}

/// The timer of a number; null if there is none. Another thread may end it as soon as interrupts
/// are enabled.
PosixTimer* Processes::find_timer(Process& process, u32 id) {
    for (PosixTimer& each : process.posix_timers)
        if (each.id == id) return &each;
    return nullptr;
}

/// What a program wants a timer to do.
Result<PosixTimer::Notice, Errno> Processes::get_notice(Process const& process, vaddr place) {
    Event event = {};
    if (!get(*user_mode, event, place)) return Errno::efault;
    if (event.notification == by_nothing) return PosixTimer::Notice{0, 0, 0};
    bool const is_to_thread = event.notification == by_signal_to_thread;
    if (!is_signal(event.signal) || (!is_to_thread && event.notification != by_signal))
        return Errno::einval;
    InterruptGuard const guard;
    ProgramThread const* const thread = is_to_thread ? all_threads_.find(event.thread) : nullptr;
    if (is_to_thread && (!thread || &thread->process != &process)) return Errno::einval;
    return PosixTimer::Notice{event.signal, is_to_thread ? event.thread : 0, event.value};
}

i64 Processes::timer_create(Task& task, u32 clock, vaddr event, vaddr place) {
    Process& process = ProgramThread::of(task).process;
    if (clock != realtime && clock != monotonic && clock != boottime) return failed(Errno::einval);
    PosixTimer::Notice notice{sigalrm, 0, 0};
    if (event != 0) {
        auto const wanted = get_notice(process, event);
        if (wanted.is_error()) return failed(wanted.error());
        notice = wanted.value();
    }
    SignalSender& sender = *this;
    auto* const timer = make<PosixTimer>(*alarms, sender, process, clock, notice);
    if (!timer) return failed(Errno::eagain);
    u32 const id = add_timer(process, *timer, event == 0);
    if (id == PosixTimer::timers_max) {
        destroy(*timer);
        return failed(Errno::eagain);
    }
    if (put(*user_mode, place, id)) return 0;
    (void)timer_delete(task, id);
    return failed(Errno::efault);
}

/// Gives a timer the lowest free number, which its signal tells if that is wanted; `timers_max` if
/// there is none.
u32 Processes::add_timer(Process& process, PosixTimer& timer, bool tells_number) {
    InterruptGuard const guard;
    u32 id = 0;
    while (find_timer(process, id))
        ++id;
    if (id == PosixTimer::timers_max) return id;
    timer.id = id;
    if (tells_number) timer.notice.value = id;
    process.posix_timers.push_back(timer);
    return id;
}

i64 Processes::timer_settime(Task& task, u32 id, u32 flags, vaddr place, vaddr old) {
    PosixTimerTimes times = {};
    if (!get(*user_mode, times, place)) return failed(Errno::efault);
    if (!times.interval.is_valid() || !times.left.is_valid()) return failed(Errno::einval);
    IntervalTimer::Setting before = {};
    {
        InterruptGuard const guard;
        PosixTimer* const timer = find_timer(ProgramThread::of(task).process, id);
        if (!timer) return failed(Errno::einval);
        bool const is_of_time = (flags & is_absolute) != 0;
        u64 const left =
            is_of_time ? left_until(*timer, times.left.ns()) : static_cast<u64>(times.left.ns());
        before = timer->setting();
        timer->set({static_cast<u64>(times.interval.ns()), left});
    }
    return put_if_wanted(*user_mode, old, posix_times_of(before));
}

/// How long until a time of the timer's clock; one that has passed is now, and 0 is never.
u64 Processes::left_until(PosixTimer const& timer, i64 time_ns) {
    if (time_ns == 0) return 0;
    i64 const began = timer.clock == realtime ? facts->began_ns() : 0;
    return static_cast<u64>(max<i64>(time_ns - began - static_cast<i64>(alarms->now_ns()), 1));
}

i64 Processes::timer_gettime(Task& task, u32 id, vaddr place) {
    IntervalTimer::Setting now = {};
    {
        InterruptGuard const guard;
        PosixTimer const* const timer = find_timer(ProgramThread::of(task).process, id);
        if (!timer) return failed(Errno::einval);
        now = timer->setting();
    }
    return put(*user_mode, place, posix_times_of(now)) ? 0 : failed(Errno::efault);
}

i64 Processes::timer_getoverrun(Task& task, u32 id) {
    InterruptGuard const guard;
    PosixTimer const* const timer = find_timer(ProgramThread::of(task).process, id);
    return timer ? static_cast<i64>(timer->overruns) : failed(Errno::einval);
}

i64 Processes::timer_delete(Task& task, u32 id) {
    Process& process = ProgramThread::of(task).process;
    PosixTimer* timer = nullptr;
    {
        InterruptGuard const guard;
        timer = find_timer(process, id);
        if (timer) process.posix_timers.remove(*timer);
    }
    if (!timer) return failed(Errno::einval);
    destroy(*timer);
    return 0;
}

/// A program that ends, or runs another one, has none any more.
void Processes::end_timers(Process& process) {
    for (;;) {
        PosixTimer* timer = nullptr;
        {
            InterruptGuard const guard;
            timer = process.posix_timers.pop_front();
        }
        if (!timer) return;
        destroy(*timer);
    }
}

} // namespace flat::unix::process
