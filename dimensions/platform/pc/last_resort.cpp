// SPDX-License-Identifier: BSD-2-Clause
// What still works when nothing else does.
#include <domain/last_resort.hpp>

#include <machine/interrupts.hpp>
#include <x86_64/instructions.hpp>

#include "serial_port.hpp"

namespace flat::domain {

namespace {

/// QEMU's device isa-debug-exit: a value v ends it with exit status 2 v + 1. Ours begin where they
/// cannot be mistaken for QEMU's own failures.
constexpr u16 debug_exit_port = 0xf4;
constexpr u32 first_debug_exit_value = 16;

/// The ACPI power-management control register where QEMU's firmware puts it, and "soft off" (S5).
constexpr u16 power_control_port = 0x604;
constexpr u16 soft_off = 0x2000;

} // namespace

void emergency_write(Span<char const> text) {
    platform::SerialPort const port(platform::SerialPort::first);
    for (char const character : text)
        port.put(static_cast<u8>(character));
}

void end(u32 status) {
    machine::disable_interrupts();
    arch::write_port_u32(debug_exit_port, first_debug_exit_value + status);
    arch::write_port_u16(power_control_port, soft_off);
    arch::halt_forever();
}

} // namespace flat::domain
