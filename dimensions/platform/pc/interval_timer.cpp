// SPDX-License-Identifier: BSD-2-Clause
// The 8254 interval timer (Intel 8254 data sheet).
#include "interval_timer.hpp"

#include <x86_64/instructions.hpp>

namespace flat::platform {

namespace {

constexpr u16 channel_2_port = 0x42;
constexpr u16 control_port = 0x43;
constexpr u8 channel_2_low_high_mode_0 = 0xb0; // goes on after 0
constexpr u8 channel_2_latch = 0x80;

/// The PC's port B: the gate of channel 2.
constexpr u16 port_b = 0x61;
constexpr u8 gate = 1u << 0;
constexpr u8 speaker = 1u << 1;

} // namespace

void IntervalTimer::start() {
    u8 const other_bits = arch::read_port_u8(port_b) & ~(gate | speaker);
    arch::write_port_u8(port_b, other_bits | gate);
    arch::write_port_u8(control_port, channel_2_low_high_mode_0);
    arch::write_port_u8(channel_2_port, 0xff);
    arch::write_port_u8(channel_2_port, 0xff);
}

u16 IntervalTimer::count() {
    arch::write_port_u8(control_port, channel_2_latch);
    u8 const low = arch::read_port_u8(channel_2_port);
    return static_cast<u16>(arch::read_port_u8(channel_2_port) << 8 | low);
}

} // namespace flat::platform
