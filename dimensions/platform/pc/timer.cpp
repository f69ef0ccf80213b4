// SPDX-License-Identifier: BSD-2-Clause
// The local APIC's timer, and the time-stamp counter as clock.
#include <platform/timer.hpp>

#include <core/panic.hpp>
#include <core/utility.hpp>
#include <x86_64/instructions.hpp>

#include "calibration.hpp"
#include "interval_timer.hpp"
#include "vectors.hpp"

namespace flat::platform {

namespace {

constexpr u32 largest_count = ~u32(0);
constexpr u16 interval_count = IntervalTimer::hertz / 1000;

/// Counts one interval of the 8254.
Interval measure(LocalApic const& apic) {
    u64 const before = arch::read_tsc();
    IntervalTimer::start(interval_count);
    u64 const begin = arch::read_tsc();
    u32 const count = apic.timer_count();
    IntervalTimer::wait();
    u64 const end = arch::read_tsc();
    return {end - begin, count - apic.timer_count(), end - before};
}

} // namespace

Timer::Timer(Ports const& ports, Attributes const& attributes)
    : TimerComponent(ports, attributes), rates_(calibrate(apic_)),
      first_time_stamp_(arch::read_tsc()) {
    apic_.enable();
    if (trap->register_(timer_vector, *this).is_error()) panic("the timer's vector is taken");
}

Timer::Rates Timer::calibrate(LocalApic const& apic) {
    constexpr u64 ns = IntervalTimer::ns_of(interval_count);
    apic.start_counter(largest_count);
    Interval const interval = undisturbed([&apic] { return measure(apic); });
    apic.stop_timer();
    if (interval.time_stamps == 0 || interval.ticks == 0)
        panic("the processor's timers stand still");
    return {Rate(interval.time_stamps, ns), Rate(interval.ticks, ns)};
}

u64 Timer::now_ns() {
    return rates_.time_stamps.ns_from(arch::read_tsc() - first_time_stamp_);
}

void Timer::start(u64 period_ns, Tick& tick) {
    tick_ = &tick;
    u64 const count = rates_.timer.ticks_from(period_ns);
    apic_.start_timer(timer_vector, static_cast<u32>(max(min(count, largest_count), 1)));
}

void Timer::stop() {
    apic_.stop_timer();
    tick_ = nullptr;
}

void Timer::handle(u32, RegisterFrame&) {
    apic_.acknowledge();
    if (tick_) tick_->tick(); // an interrupt may have been on its way when the timer was stopped
}

} // namespace flat::platform
