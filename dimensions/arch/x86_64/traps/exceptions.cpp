// SPDX-License-Identifier: BSD-2-Clause
// What the manual calls the exceptions; in kernels and in domains.
#include <x86_64/exceptions.hpp>

namespace flat::arch {

namespace {

constexpr char const* exception_names[] = {
    "divide error",
    "debug exception",
    "non-maskable interrupt",
    "breakpoint",
    "overflow",
    "bound range exceeded",
    "invalid opcode",
    "device not available",
    "double fault",
    "reserved",
    "invalid TSS",
    "segment not present",
    "stack fault",
    "general protection",
    "page fault",
    "reserved",
    "x87 error",
    "alignment check",
    "machine check",
    "SIMD error",
    "virtualization exception",
    "control protection",
};

} // namespace

Text exception_name(u32 vector) {
    return vector < sizeof exception_names / sizeof *exception_names ? exception_names[vector]
                                                                     : "interrupt";
}

} // namespace flat::arch
