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
constexpr u64 calibration_count = IntervalTimer::hertz / 500; // 2 ms
constexpr u32 samples_max = 1u << 20;

} // namespace

Timer::Timer(Ports const& ports, Attributes const& attributes)
    : TimerComponent(ports, attributes), rates_(calibrate(apic_)),
      first_time_stamp_(arch::read_tsc()) {
    apic_.enable();
    if (trap->register_(timer_vector, *this).is_error()) panic("the timer's vector is taken");
}

Timer::Rates Timer::calibrate(LocalApic const& apic) {
    apic.start_counter(largest_count);
    IntervalTimer::start();
    Calibration found;
    while (found.counted() < calibration_count && found.taken() < samples_max) {
        u64 const before = arch::read_tsc();
        u16 const count = IntervalTimer::count();
        found.take({before, count, apic.timer_count(), arch::read_tsc()});
    }
    apic.stop_timer();
    u64 const ns = IntervalTimer::ns_of(found.counted());
    if (ns == 0 || found.time_stamps() == 0 || found.ticks() == 0)
        panic("the processor's timers stand still");
    return {Rate(found.time_stamps(), ns), Rate(found.ticks(), ns)};
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
