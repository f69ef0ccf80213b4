// SPDX-License-Identifier: BSD-2-Clause
// Any number of alarms on one timer, which one more can use as if it were its own.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <thread/alarm_wheel.hpp>
#include <thread/timing_wheel.flat.hpp>

namespace flat::thread {

/// `timer` ticks all the time. A component that shares it, such as the threads' time slices, is
/// called after as many ticks as come nearest to its period; one component can. Alarms expire in
/// the timer's interrupt, without the lock, so that they may be set again there; they must not
/// block.
class TimingWheel : public TimingWheelComponent, private hal::Timer::Tick, NonCopyable {
public:
    /// Starts the timer.
    TimingWheel(Ports const& ports, Attributes const& attributes);
    ~TimingWheel();

    u64 now_ns() override { return timer->now_ns(); }
    void set(Alarm& alarm, u64 delay_ns) override;
    void cancel(Alarm& alarm) override;
    void start(u64 period_ns, hal::Timer::Tick& tick) override;
    void stop() override;

private:
    struct Sharing {
        hal::Timer::Tick* tick = nullptr;
        u64 period_ticks = 1;
        u64 left_ticks = 1;
    };

    void tick() override;
    hal::Timer::Tick* who_shares_this_tick();
    u64 tick_ns() const { return u64{tick_us} * 1000; }

    Guarded<AlarmWheel> wheel_;
    Guarded<Sharing> sharing_;
};

} // namespace flat::thread
