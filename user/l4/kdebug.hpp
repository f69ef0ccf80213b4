// SPDX-License-Identifier: BSD-2-Clause
// The kernel debugger's services, for programs.
#pragma once

#include <core/types.hpp>
#include <l4/abi/kdebug.hpp>

namespace l4::kdebug {

/// Prints one character on the kernel's console.
inline void print_character(char character) {
    asm volatile("int3\n"
                 "cmpb %1, %%al"
                 :
                 : "a"(character), "i"(Service::print_character)
                 : "cc");
}

/// Prints a zero-terminated string on the kernel's console.
inline void print_string(char const* string) {
    asm volatile("int3\n"
                 "cmpb %1, %%al"
                 :
                 : "a"(string), "i"(Service::print_string)
                 : "cc", "memory");
}

/// Ends the machine with `status`. Ours, not Pistachio's; the root task's address space only.
[[noreturn]] inline void power_off(flat::u64 status) {
    for (;;)
        asm volatile("int3\n"
                     "cmpb %1, %%al"
                     :
                     : "D"(status), "i"(Service::power_off)
                     : "cc", "memory");
}

} // namespace l4::kdebug
