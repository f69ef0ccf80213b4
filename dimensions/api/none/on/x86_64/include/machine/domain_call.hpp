// SPDX-License-Identifier: BSD-2-Clause
// Calls of programs whose arguments and answers are words in registers.
#pragma once

#include <core/domain_calls.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <machine/user_program.hpp>

namespace flat::machine {

/// One entry of a program's upcalls; user_entry.S knows the places of the members.
struct DomainCall {
    using Function = Answer (*)(void* object, u64, u64, u64, u64, u64);

    /// `program` is the address of the pointer to what is called at the time; `otherwise` is called
    /// where the program is not ready to be called.
    DomainCall(vaddr program, u32 number, Function otherwise, void* object)
        : program(pointer_to<Program* const>(program)), entry(number * sizeof(Call)),
          otherwise(otherwise), object(object) {}

    Program* const* program;
    u64 entry;
    Function otherwise;
    void* object;
};

static_assert(__builtin_offsetof(DomainCall, entry) == 8);
static_assert(__builtin_offsetof(DomainCall, otherwise) == 16);
static_assert(__builtin_offsetof(DomainCall, object) == 24);

/// The first word of an answer that is none: the program has ended meanwhile.
inline constexpr u64 no_answer = ~u64{0};

/// Has a program answer, in the calling thread, which may work for another one.
Answer call_domain(DomainCall const& call, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0,
                   u64 e = 0) asm("flat_call_domain");

/// The same as an entry of a program's table of calls, whose object is the `DomainCall`. The caller
/// loses all registers but its stack pointer.
Answer forward_call(void* call, u64, u64, u64, u64, u64) asm("flat_forward_call");

} // namespace flat::machine
