// SPDX-License-Identifier: BSD-2-Clause
// The interrupt descriptor table.
#include <arch/traps/interrupt_table.hpp>

#include <arch/traps/trap.hpp>

#include <x86_64/exceptions.hpp>

extern "C" char const flat_trap_stubs[];

namespace flat::arch {

namespace {

constexpr u64 stub_bytes = 16;

/// What can come after any instruction, and during each other, has a stack of its own.
constexpr InterruptStack stack_of(u32 vector) {
    switch (Exception{vector}) {
    case Exception::NMI:
        return InterruptStack::nmi;
    case Exception::DF:
        return InterruptStack::fatal;
    case Exception::MC:
        return InterruptStack::machine_check;
    default:
        return InterruptStack::none;
    }
}

[[gnu::section(".after_boot")]] alignas(16) constinit InterruptGates the_gates = {};

} // namespace

void fill_interrupt_table() {
    forget_all_handlers();
    fill_gates(the_gates, address_of(flat_trap_stubs), stub_bytes);
}

void load_interrupt_table() {
    load_gates(the_gates);
}

void fill_gates(InterruptGates& gates, vaddr stubs, u64 stub_bytes) {
    for (u32 vector = 0; vector < vectors; ++vector) {
        bool const for_users = vector == u32(Exception::BP) || vector == u32(Exception::OF);
        gates[vector] =
            InterruptGate::to(stubs + stub_bytes * vector, stack_of(vector), for_users ? 3 : 0);
    }
}

void load_gates(InterruptGates const& gates) {
    DescriptorTableRegister const table = {sizeof gates - 1, address_of(gates)};
    asm volatile("lidt %0" : : "m"(table));
}

} // namespace flat::arch
