// SPDX-License-Identifier: BSD-2-Clause
// System calls of Linux on x86_64, as they are (syscall(2)).
#pragma once

#include <core/types.hpp>

namespace linux_calls {

using flat::i64;
using flat::u32;
using flat::u64;

/// The numbers of some (asm/unistd_64.h).
enum Number : u64 {
    read = 0,
    write = 1,
    open = 2,
    close = 3,
    mmap = 9,
    munmap = 11,
    rt_sigaction = 13,
    sched_yield = 24,
    getpid = 39,
    fork = 57,
    execve = 59,
    exit = 60,
    wait4 = 61,
    kill = 62,
    pipe = 22,
};

/// Calls the kernel; the result is below 0 for errors.
inline i64 call(u64 number, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0, u64 e = 0, u64 f = 0) {
    register u64 fourth asm("r10") = d;
    register u64 fifth asm("r8") = e;
    register u64 sixth asm("r9") = f;
    i64 result;
    asm volatile("syscall"
                 : "=a"(result)
                 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                 : "rcx", "r11", "memory");
    return result;
}

/// The processor's clock: under QEMU with -icount shift=0, one for each instruction.
inline u64 ticks() {
    u32 low;
    u32 high;
    asm volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return u64{high} << 32 | low;
}

/// Shows text.
void print(char const* text);

/// Shows a number in decimal.
void print(u64 number);

} // namespace linux_calls

/// What actions of signals name as their restorer.
extern "C" void linux_restorer();
