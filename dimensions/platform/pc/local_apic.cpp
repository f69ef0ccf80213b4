// SPDX-License-Identifier: BSD-2-Clause
// The local APIC in memory-mapped mode.
#include "local_apic.hpp"

namespace flat::platform {

namespace {

constexpr u64 base_mask = 0x000f'ffff'ffff'f000; // IA32_APIC_BASE (SDM 3A, 11.4.4)
constexpr u32 software_enable = 1u << 8;         // SVR (11.9)
constexpr u32 masked = 1u << 16;                 // LVT entries (11.5.1)
constexpr u32 periodic = 1u << 17;
constexpr u32 divide_by_16 = 0x3; // divide configuration (11.5.4)

/// Command and data ports of the two 8259A, and the words that start them (Intel 8259A data sheet).
constexpr u16 primary_command = 0x20;
constexpr u16 primary_data = 0x21;
constexpr u16 secondary_command = 0xa0;
constexpr u16 secondary_data = 0xa1;
constexpr u8 icw1_initialise = 0x11;
constexpr u8 icw2_primary_vector = 0x20;
constexpr u8 icw2_secondary_vector = 0x28;
constexpr u8 icw3_secondary_on_line_2 = 0x04;
constexpr u8 icw3_secondary_identity = 0x02;
constexpr u8 icw4_8086_mode = 0x01;
constexpr u8 all_lines = 0xff;

void mask_old_controllers() {
    arch::write_port_u8(primary_command, icw1_initialise);
    arch::write_port_u8(secondary_command, icw1_initialise);
    arch::write_port_u8(primary_data, icw2_primary_vector);
    arch::write_port_u8(secondary_data, icw2_secondary_vector);
    arch::write_port_u8(primary_data, icw3_secondary_on_line_2);
    arch::write_port_u8(secondary_data, icw3_secondary_identity);
    arch::write_port_u8(primary_data, icw4_8086_mode);
    arch::write_port_u8(secondary_data, icw4_8086_mode);
    arch::write_port_u8(primary_data, all_lines);
    arch::write_port_u8(secondary_data, all_lines);
}

} // namespace

LocalApic::LocalApic()
    : registers_(address_of(
          machine::physical_to_virtual(arch::read_msr(arch::Msr::IA32_APIC_BASE) & base_mask))) {}

void LocalApic::enable() const {
    mask_old_controllers();
    write(Register::LVT_LINT0, masked); // where the old controllers are wired to
    write(Register::TPR, 0);
    write(Register::SVR, software_enable | arch::spurious_interrupt_vector);
}

void LocalApic::start_timer(u8 vector, u32 count) const {
    write(Register::DIVIDE_CONFIGURATION, divide_by_16);
    write(Register::LVT_TIMER, periodic | vector);
    write(Register::INITIAL_COUNT, count);
}

void LocalApic::start_counter(u32 count) const {
    write(Register::DIVIDE_CONFIGURATION, divide_by_16);
    write(Register::LVT_TIMER, masked);
    write(Register::INITIAL_COUNT, count);
}

void LocalApic::stop_timer() const {
    write(Register::LVT_TIMER, masked);
    write(Register::INITIAL_COUNT, 0);
}

} // namespace flat::platform
