// SPDX-License-Identifier: BSD-2-Clause
// The time, for domains of an L4 kernel.
#pragma once

#include <core/types.hpp>

namespace flat::domain {

/// The kernel's clock in microseconds (reference manual, section 3.2).
inline u64 clock_us() {
    constexpr u64 system_clock = 7; // the call's number in the stubs of user_stubs.S
    u64 time_us;
    asm volatile("pushq %%rbp\n\t"
                 "movq %[call], %%rbp\n\t"
                 "syscall\n\t"
                 "popq %%rbp"
                 : "=a"(time_us)
                 : [call] "i"(system_clock)
                 : "rbx", "rcx", "rdx", "rdi", "rsi", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
                   "r15", "cc", "memory");
    return time_us;
}

} // namespace flat::domain
