// SPDX-License-Identifier: BSD-2-Clause
// Waiting in an L4 task, which has one thread: for interrupts, and for time to pass.
#include <task/events.hpp>

#include <core/panic.hpp>
#include <domain/devices.hpp>

namespace flat::task {

using core::BindingError;

Result<Top*, BindingError> Events::bind(core::Name&, Span<u8 const>) {
    return BindingError{BindingError::exhausted};
}

Result<core::AbstractResource*, BindingError> Events::create(Span<u8 const>) {
    return BindingError{BindingError::exhausted};
}

void Events::yield() {
    domain::await_line(0);
    tick_if_due();
}

void Events::exit() {
    panic("task.Events: the only thread of the task ends");
}

bool Events::wait(u64, u64 ticket) {
    if (ticket != notifications_) return true;
    u64 const now_us = domain::clock_us();
    if (tick_ && next_tick_us_ < now_us) next_tick_us_ = now_us + period_us_;
    while (ticket == notifications_) {
        domain::await_line(left_us());
        tick_if_due();
    }
    return true;
}

u64 Events::left_us() const {
    if (!tick_) return ~u64{0};
    u64 const now_us = domain::clock_us();
    return next_tick_us_ > now_us ? next_tick_us_ - now_us : 0;
}

void Events::tick_if_due() {
    u64 const now_us = domain::clock_us();
    if (!tick_ || now_us < next_tick_us_) return;
    next_tick_us_ = now_us + period_us_;
    tick_->tick();
}

u64 Events::now_ns() {
    return domain::clock_us() * 1000;
}

void Events::start(u64 period_ns, hal::Timer::Tick& tick) {
    tick_ = &tick;
    period_us_ = max(period_ns / 1000, u64{1});
    next_tick_us_ = domain::clock_us() + period_us_;
}

} // namespace flat::task
