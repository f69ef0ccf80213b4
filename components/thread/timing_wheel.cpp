// SPDX-License-Identifier: BSD-2-Clause
// Any number of alarms on one timer, which one more can use as if it were its own.
#include <thread/timing_wheel.hpp>

namespace flat::thread {

TimingWheel::TimingWheel(Ports const& ports, Attributes const& attributes)
    : TimingWheelComponent(ports, attributes) {
    timer->start(tick_ns(), *this);
}

TimingWheel::~TimingWheel() {
    timer->stop();
}

void TimingWheel::set(Alarm& alarm, u64 delay_ns) {
    // By the clock: the wheel may stand several ticks ago, if interrupts had to wait.
    u64 const now_ns = timer->now_ns();
    u64 const end_ns = delay_ns > ~now_ns ? ~u64{0} : now_ns + delay_ns;
    wheel_.lock()->set(alarm, end_ns / tick_ns() + 1);
}

void TimingWheel::cancel(Alarm& alarm) {
    wheel_.lock()->cancel(alarm);
}

void TimingWheel::start(u64 period_ns, hal::Timer::Tick& tick) {
    auto const sharing = sharing_.lock();
    sharing->tick = &tick;
    sharing->period_ticks = max((period_ns + tick_ns() / 2) / tick_ns(), 1);
    sharing->left_ticks = sharing->period_ticks;
}

void TimingWheel::stop() {
    sharing_.lock()->tick = nullptr;
}

void TimingWheel::tick() {
    u64 const now_tick = timer->now_ns() / tick_ns();
    // The lock is not held while an alarm expires, so that it can be set again.
    while (Alarm* const alarm = wheel_.lock()->advance(now_tick))
        alarm->expired();
    if (hal::Timer::Tick* const other = who_shares_this_tick()) other->tick();
}

hal::Timer::Tick* TimingWheel::who_shares_this_tick() {
    auto const sharing = sharing_.lock();
    if (--sharing->left_ticks > 0) return nullptr;
    sharing->left_ticks = sharing->period_ticks;
    return sharing->tick;
}

} // namespace flat::thread
