// SPDX-License-Identifier: BSD-2-Clause
// The banks of registers that machine checks are reported in.
#include <arch/traps/machine_check.hpp>

#include <x86_64/instructions.hpp>

namespace flat::arch {

namespace {

constexpr u64 everything = ~u64{0};
constexpr u32 registers_of_bank = 4;

u32 bank_count() {
    return read_msr(Msr::IA32_MCG_CAP) & 0xff;
}

/// A register of a bank, by that of bank 0.
Msr of_bank(Msr first, u32 bank) {
    return static_cast<Msr>(u32(first) + registers_of_bank * bank);
}

} // namespace

void enable_machine_checks() {
    constexpr u32 exception = 1u << 7;
    constexpr u32 architecture = 1u << 14;
    constexpr u64 has_global_control = 1u << 8;
    u32 const features = cpuid(1).edx;
    if ((features & exception) == 0 || (features & architecture) == 0) return;
    if (read_msr(Msr::IA32_MCG_CAP) & has_global_control) write_msr(Msr::IA32_MCG_CTL, everything);
    for (u32 bank = 0; bank < bank_count(); ++bank) {
        write_msr(of_bank(Msr::IA32_MC0_CTL, bank), everything);
        write_msr(of_bank(Msr::IA32_MC0_STATUS, bank), 0);
    }
    write_cr4(read_cr4() | u64(Cr4::MCE));
}

MachineCheckText machine_check_text() {
    MachineCheckText text;
    for (u32 bank = 0; bank < bank_count(); ++bank) {
        u64 const status = read_msr(of_bank(Msr::IA32_MC0_STATUS, bank));
        bool const has_address = status & MachineCheckBank::ADDRV;
        u64 const address = has_address ? read_msr(of_bank(Msr::IA32_MC0_ADDR, bank)) : 0;
        describe(text, {bank, status, address});
    }
    format(text, "status of the processor {x}: ", read_msr(Msr::IA32_MCG_STATUS));
    return text;
}

} // namespace flat::arch
