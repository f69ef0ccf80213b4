// SPDX-License-Identifier: BSD-2-Clause
// Ends in a panic, in one of the ways that a kernel can.
#include <arch/crash.hpp>

#include <core/panic.hpp>
#include <machine/software_trap.hpp>

namespace flat::arch {

namespace {

constexpr vaddr unmapped = 0xdead'0000;

} // namespace

void Crash::run() {
    if (way == 1) panic("the stack has not overflowed: {}", overflow_stack(1));
    if (way == 2) {
        trap->register_(machine::software_trap_vector, *this).value();
        machine::software_trap();
    }
    touch_nothing();
    panic("the page fault has not been noticed");
}

void Crash::handle(u32, RegisterFrame&) {
    touch_nothing();
    panic("the page fault has not been noticed");
}

void Crash::touch_nothing() {
    u64 volatile value = 1; // on the stack: g++ gives a frame only to functions that touch it
    *pointer_to<u64 volatile>(unmapped) = value;
}

u64 Crash::overflow_stack(u64 depth) {
    u64 volatile here = depth;
    return here == 0 ? 0 : overflow_stack(here + 1) + here;
}

} // namespace flat::arch
