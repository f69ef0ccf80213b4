// SPDX-License-Identifier: BSD-2-Clause
// The 8254 interval timer (Intel 8254 data sheet).
#include "interval_timer.hpp"

#include <x86_64/instructions.hpp>

namespace flat::platform {

namespace {

constexpr u16 channel_2_port = 0x42;
constexpr u16 control_port = 0x43;
constexpr u8 channel_2_low_high_mode_0 = 0xb0; // output goes high at 0

/// The PC's port B: the gate and the output of channel 2.
constexpr u16 port_b = 0x61;
constexpr u8 gate = 1u << 0;
constexpr u8 speaker = 1u << 1;
constexpr u8 output = 1u << 5;

} // namespace

void IntervalTimer::start(u16 count) {
    u8 const other_bits = arch::read_port_u8(port_b) & ~(gate | speaker);
    arch::write_port_u8(port_b, other_bits | gate);
    arch::write_port_u8(control_port, channel_2_low_high_mode_0);
    arch::write_port_u8(channel_2_port, static_cast<u8>(count));
    arch::write_port_u8(channel_2_port, static_cast<u8>(count >> 8));
}

void IntervalTimer::wait() {
    while (!(arch::read_port_u8(port_b) & output))
        arch::relax();
}

} // namespace flat::platform
