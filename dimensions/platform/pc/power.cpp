// SPDX-License-Identifier: BSD-2-Clause
// Ends or resets the machine.
#include <platform/power.hpp>

#include <domain/last_resort.hpp>
#include <machine/interrupts.hpp>
#include <x86_64/instructions.hpp>

namespace flat::platform {

namespace {

/// The keyboard controller's command port, and its command to pulse the reset line.
constexpr u16 keyboard_command_port = 0x64;
constexpr u8 pulse_reset = 0xfe;

} // namespace

void Power::power_off(u32 status) {
    domain::end(status);
}

void Power::reset() {
    machine::disable_interrupts();
    arch::write_port_u8(keyboard_command_port, pulse_reset);
    struct [[gnu::packed]] {
        u16 limit = 0;
        u64 base = 0;
    } const no_interrupt_table;
    asm volatile("lidt %0; int3" : : "m"(no_interrupt_table)); // a triple fault resets as well
    arch::halt_forever();
}

} // namespace flat::platform
