// SPDX-License-Identifier: BSD-2-Clause
// A POSIX timer, whose signal is its interrupt.
#pragma once

#include <core/utility.hpp>
#include <platform/timer.flat.hpp>

#include <time.h>

namespace flat::platform {

/// The host's monotonic clock and one interval timer on it.
class Timer : public TimerComponent, private hal::Trap::Handler, NonCopyable {
public:
    Timer(Ports const& ports, Attributes const& attributes);
    ~Timer();

    u64 now_ns() override;
    void start(u64 period_ns, hal::Timer::Tick& tick) override;
    void stop() override;

private:
    void handle(u32 vector, RegisterFrame& frame) override;
    void set_period(u64 period_ns);

    hal::Timer::Tick* tick_ = nullptr;
    u64 start_ns_;
    timer_t host_timer_;
};

} // namespace flat::platform
