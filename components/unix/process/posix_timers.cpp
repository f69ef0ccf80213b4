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

/// The timer of a number; null if there is none.
PosixTimer* Processes::find_timer(Process& process, u32 id) {
    for (PosixTimer& each : process.posix_timers)
        if (each.id == id) return &each;
    return nullptr;
}

/// What a program wants a timer to do, SIGALRM with its number where that is not said.
Result<PosixTimer::Notice, Errno> Processes::get_notice(Process const& process, vaddr place,
                                                        u32 id) {
    if (place == 0) return PosixTimer::Notice{sigalrm, 0, id};
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
    u32 id = 0;
    while (find_timer(process, id))
        ++id;
    if (id == PosixTimer::timers_max) return failed(Errno::eagain);
    auto const wanted = get_notice(process, event, id);
    if (wanted.is_error()) return failed(wanted.error());
    PosixTimer::Notice const notice = wanted.value();
    if (!put(*user_mode, place, id)) return failed(Errno::efault);
    SignalSender& sender = *this;
    auto* const timer = make<PosixTimer>(*alarms, sender, process, id, clock, notice);
    if (!timer) return failed(Errno::eagain);
    InterruptGuard const guard;
    process.posix_timers.push_back(*timer);
    return 0;
}

/// A time that has passed is now.
i64 Processes::timer_settime(Task& task, u32 id, u32 flags, vaddr place, vaddr old) {
    PosixTimer* const timer = find_timer(ProgramThread::of(task).process, id);
    if (!timer) return failed(Errno::einval);
    PosixTimerTimes times = {};
    if (!get(*user_mode, times, place)) return failed(Errno::efault);
    if (!times.interval.is_valid() || !times.left.is_valid()) return failed(Errno::einval);
    i64 left = times.left.ns();
    if (left != 0 && (flags & is_absolute) != 0) {
        i64 const now =
            static_cast<i64>(alarms->now_ns()) + (timer->clock == realtime ? facts->began_ns() : 0);
        left = max<i64>(left - now, 1);
    }
    IntervalTimer::Setting const before = timer->setting();
    timer->set({static_cast<u64>(times.interval.ns()), static_cast<u64>(left)});
    return put_if_wanted(
        *user_mode, old,
        PosixTimerTimes{posix_time_of(before.interval_ns), posix_time_of(before.left_ns)});
}

i64 Processes::timer_gettime(Task& task, u32 id, vaddr place) {
    PosixTimer* const timer = find_timer(ProgramThread::of(task).process, id);
    if (!timer) return failed(Errno::einval);
    IntervalTimer::Setting const now = timer->setting();
    PosixTimerTimes const times{posix_time_of(now.interval_ns), posix_time_of(now.left_ns)};
    return put(*user_mode, place, times) ? 0 : failed(Errno::efault);
}

i64 Processes::timer_getoverrun(Task& task, u32 id) {
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
