// SPDX-License-Identifier: BSD-2-Clause
// The kernel debugger's services: `int3`, then a compare whose operand names the service.
#pragma once

#include <core/types.hpp>

namespace l4::kdebug {

/// Prints one character on the kernel's console.
inline void print_character(char character) {
    asm volatile("int3\n"
                 "cmpb $0x00, %%al"
                 :
                 : "a"(character)
                 : "cc");
}

/// Prints a zero-terminated string on the kernel's console.
inline void print_string(char const* string) {
    asm volatile("int3\n"
                 "cmpb $0x01, %%al"
                 :
                 : "a"(string)
                 : "cc", "memory");
}

/// Ends the machine with `status`. Ours, not Pistachio's; the root task's address space only.
[[noreturn]] inline void power_off(flat::u64 status) {
    for (;;)
        asm volatile("int3\n"
                     "cmpb $0x50, %%al"
                     :
                     : "D"(status)
                     : "cc", "memory");
}

} // namespace l4::kdebug
