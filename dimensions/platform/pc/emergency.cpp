// SPDX-License-Identifier: BSD-2-Clause
// What still works when nothing else does.
#include <platform/emergency.hpp>

#include <arch/instructions.hpp>
#include <arch/interrupts.hpp>

#include "serial_port.hpp"

namespace flat::platform {

namespace {

/// QEMU's device isa-debug-exit: a value v ends it with exit status 2 v + 1. Ours begin where they
/// cannot be mistaken for QEMU's own failures.
constexpr u16 debug_exit_port = 0xf4;
constexpr u32 first_debug_exit_value = 16;

/// The ACPI power-management control register where QEMU's firmware puts it, and "soft off" (S5).
constexpr u16 power_control_port = 0x604;
constexpr u16 soft_off = 0x2000;

/// The keyboard controller's command port, and its command to pulse the reset line.
constexpr u16 keyboard_command_port = 0x64;
constexpr u8 pulse_reset = 0xfe;

} // namespace

void emergency_write(Span<char const> text) {
    SerialPort const port(SerialPort::first);
    for (char const character : text)
        port.put(static_cast<u8>(character));
}

void power_off(u32 status) {
    arch::disable_interrupts();
    arch::write_port_u32(debug_exit_port, first_debug_exit_value + status);
    arch::write_port_u16(power_control_port, soft_off);
    arch::halt_forever();
}

void reset() {
    arch::disable_interrupts();
    arch::write_port_u8(keyboard_command_port, pulse_reset);
    struct [[gnu::packed]] {
        u16 limit = 0;
        u64 base = 0;
    } const no_interrupt_table;
    asm volatile("lidt %0; int3" : : "m"(no_interrupt_table)); // a triple fault resets as well
    arch::halt_forever();
}

} // namespace flat::platform
