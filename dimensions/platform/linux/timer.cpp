// SPDX-License-Identifier: BSD-2-Clause
// A POSIX timer, whose signal is its interrupt.
#include <platform/timer.hpp>

#include <core/panic.hpp>
#include <machine/interrupts.hpp>

#include <signal.h>

namespace flat::platform {

namespace {

constexpr u64 ns_per_second = 1'000'000'000;

u64 host_now_ns() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return u64(now.tv_sec) * ns_per_second + u64(now.tv_nsec);
}

} // namespace

Timer::Timer(Ports const& ports, Attributes const& attributes)
    : TimerComponent(ports, attributes), start_ns_(host_now_ns()) {
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGALRM;
    if (timer_create(CLOCK_MONOTONIC, &event, &host_timer_) != 0)
        panic("the host has no timer for us");
    if (trap->register_(SIGALRM, *this).is_error())
        panic("somebody else handles the timer's interrupt");
}

Timer::~Timer() {
    stop();
    timer_delete(host_timer_);
    trap->unregister(SIGALRM);
}

u64 Timer::now_ns() {
    return host_now_ns() - start_ns_;
}

void Timer::start(u64 period_ns, hal::Timer::Tick& tick) {
    machine::InterruptGuard const guard;
    tick_ = &tick;
    set_period(period_ns);
    arch::unmask_interrupt(SIGALRM);
}

void Timer::stop() {
    machine::InterruptGuard const guard;
    set_period(0);
    arch::mask_interrupt(SIGALRM);
    tick_ = nullptr;
}

void Timer::handle(u32, RegisterFrame&) {
    if (tick_) // a signal sent before `stop` may arrive after it
        tick_->tick();
}

void Timer::set_period(u64 period_ns) {
    timespec const period{time_t(period_ns / ns_per_second), long(period_ns % ns_per_second)};
    itimerspec const times{period, period};
    timer_settime(host_timer_, 0, &times, nullptr);
}

} // namespace flat::platform
