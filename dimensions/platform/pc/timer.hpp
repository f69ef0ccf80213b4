// SPDX-License-Identifier: BSD-2-Clause
// The local APIC's timer, and the time-stamp counter as clock.
#pragma once

#include <flat/hal/trap.hpp>
#include <platform/local_apic.hpp>
#include <platform/rate.hpp>
#include <platform/timer.flat.hpp>

namespace flat::platform {

/// Both counters are calibrated by the 8254 when the timer is constructed, which takes 2 ms
/// of the processor. The processor must count time stamps at a constant rate, as all 64-bit ones of
/// the last decade do.
class Timer : public TimerComponent, private hal::Trap::Handler {
public:
    Timer(Ports const& ports, Attributes const& attributes);

    u64 now_ns() override;
    void start(u64 period_ns, Tick& tick) override;
    void stop() override;

private:
    /// What the calibration found.
    struct Rates {
        Rate time_stamps;
        Rate timer;
    };

    static Rates calibrate(LocalApic const& apic);
    void handle(u32 vector, RegisterFrame& frame) override;

    LocalApic apic_;
    Rates rates_;
    u64 first_time_stamp_;
    Tick* tick_ = nullptr;
};

} // namespace flat::platform
