// SPDX-License-Identifier: BSD-2-Clause
// Calls of programs whose arguments and answers are words in registers.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <machine/user_program.hpp>

namespace flat::machine {

/// One entry of a program's upcalls; user_entry.S knows the places of the members up to `object`.
struct DomainCall {
    using Function = Answer (*)(void* object, u64, u64, u64, u64, u64);

    /// `program` is the address of the pointer to what is called at the time; `otherwise` is called
    /// where the program is not ready to be called. A call that takes longer than `limit_ms` ends
    /// the program.
    DomainCall(vaddr program, u32 number, Function otherwise, void* object, u32 limit_ms)
        : program(pointer_to<Program* const>(program)), entry(number * sizeof(Call)),
          otherwise(otherwise), object(object), limit_us(u64{limit_ms} * 1000) {}

    Program* const* program;
    u64 entry;
    Function otherwise;
    void* object;
    u64 limit_us;
};

static_assert(__builtin_offsetof(DomainCall, entry) == 8);
static_assert(__builtin_offsetof(DomainCall, otherwise) == 16);
static_assert(__builtin_offsetof(DomainCall, object) == 24);

/// The first word where there is no answer: the program has ended meanwhile.
inline constexpr u64 no_answer = ~u64{0};

/// Has a program answer, in the calling thread, which may work for another one. No register is kept
/// on the way, so that the caller's compiler keeps what is needed.
[[gnu::always_inline]] inline Answer call_domain(DomainCall const& call, u64 a = 0, u64 b = 0,
                                                 u64 c = 0, u64 d = 0, u64 e = 0) {
    DomainCall const* called = &call;
    register u64 third asm("r10") = c;
    register u64 fourth asm("r8") = d;
    register u64 fifth asm("r9") = e;
    asm volatile("pushq %%rbp\n\tcall flat_call_domain\n\tpopq %%rbp"
                 : "+D"(called), "+S"(a), "+d"(b), "+r"(third), "+r"(fourth), "+r"(fifth)
                 :
                 : "rax", "rcx", "r11", "rbx", "r12", "r13", "r14", "r15", "memory", "cc");
    return {a, b};
}

/// The same as an entry of a program's table of calls, whose object is the `DomainCall`. The caller
/// loses all registers but its stack pointer.
Answer forward_call(void* call, u64, u64, u64, u64, u64) asm("flat_forward_call");

} // namespace flat::machine
