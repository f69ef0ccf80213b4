// SPDX-License-Identifier: BSD-2-Clause
// Writes to a port that it has not been granted.
#include <l4/print.hpp>
#include <l4/program.hpp>

flat::u64 l4::program() {
    print("stranger: before\n");
    asm volatile("outb %b0, %w1" : : "a"(0), "Nd"(0x80));
    print("stranger: has written\n");
    return 0;
}
