// SPDX-License-Identifier: BSD-2-Clause
// The one way from a domain into the kernel: by the number of an entry in the domain's table.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/types.hpp>

namespace flat::domain {

/// What a word is that nobody reads: whatever its register has.
[[gnu::always_inline]] inline u64 any_word() {
    u64 word;
    asm volatile("" : "=r"(word)); // each another one: equal ones would be copied
    return word;
}

/// Calls entry `number`; the kernel ends a domain that calls one which it does not have. May block.
[[gnu::always_inline]] inline Answer system_call(u64 number, u64 a = any_word(), u64 b = any_word(),
                                                 u64 c = any_word(), u64 d = any_word(),
                                                 u64 e = any_word()) {
    register u64 third asm("r10") = c;
    register u64 fourth asm("r8") = d;
    register u64 fifth asm("r9") = e;
    asm volatile("syscall"
                 : "+a"(number), "+S"(a), "+d"(b), "+r"(third), "+r"(fourth), "+r"(fifth)
                 :
                 : "rcx", "rdi", "r11", "memory");
    return {number, b};
}

/// The same of an entry that the kernel forwards to another domain: no register is kept.
[[gnu::always_inline]] inline Answer forwarded_call(u64 number, u64 a, u64 b, u64 c, u64 d, u64 e) {
    register u64 third asm("r10") = c;
    register u64 fourth asm("r8") = d;
    register u64 fifth asm("r9") = e;
    asm volatile("pushq %%rbp\n\tsyscall\n\tpopq %%rbp"
                 : "+a"(number), "+S"(a), "+d"(b), "+r"(third), "+r"(fourth), "+r"(fifth)
                 :
                 : "rcx", "rdi", "r11", "rbx", "r12", "r13", "r14", "r15", "memory");
    return {number, b};
}

} // namespace flat::domain
