// SPDX-License-Identifier: BSD-2-Clause
// The time of the world, by the battery-backed clock and the timer.
#include <platform/real_time_clock.hpp>

#include <platform/real_time_registers.hpp>
#include <x86_64/instructions.hpp>

namespace flat::platform {

namespace {

constexpr u16 index_port = 0x70; // bit 7 would let no NMI come
constexpr u16 data_port = 0x71;

/// The registers by their index; bit 7 of the status is set while the others change.
enum class RealTimeIndex : u8 {
    SECOND = 0,
    MINUTE = 2,
    HOUR = 4,
    DAY = 7,
    MONTH = 8,
    YEAR = 9,
    STATUS = 10,
    FORM = 11,
};

constexpr u8 changes = 0x80;

/// A clock that stands still, or is not there, is not waited for.
constexpr u32 tries_max = 1'000'000;

u8 read_register(RealTimeIndex index) {
    arch::write_port_u8(index_port, static_cast<u8>(index));
    return arch::read_port_u8(data_port);
}

RealTimeRegisters read_registers() {
    return {.second = read_register(RealTimeIndex::SECOND),
            .minute = read_register(RealTimeIndex::MINUTE),
            .hour = read_register(RealTimeIndex::HOUR),
            .day = read_register(RealTimeIndex::DAY),
            .month = read_register(RealTimeIndex::MONTH),
            .year = read_register(RealTimeIndex::YEAR),
            .form = read_register(RealTimeIndex::FORM)};
}

/// Of one moment: twice the same, and not while they change.
RealTimeRegisters read_moment() {
    RealTimeRegisters last = read_registers();
    for (u32 i = 0; i < tries_max; ++i) {
        if ((read_register(RealTimeIndex::STATUS) & changes) != 0) continue;
        RealTimeRegisters const again = read_registers();
        if (again == last) break;
        last = again;
    }
    return last;
}

} // namespace

RealTimeClock::RealTimeClock(Ports const& ports, Attributes const& attributes)
    : RealTimeClockComponent(ports, attributes),
      began_ns_(read_moment().seconds() * 1'000'000'000 - static_cast<i64>(timer->now_ns())) {}

} // namespace flat::platform
