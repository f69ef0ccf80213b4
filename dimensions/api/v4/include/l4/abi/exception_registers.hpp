// SPDX-License-Identifier: BSD-2-Clause
// The registers of a thread on AMD64, as exception messages of L4Ka::Pistachio carry them.
#pragma once

#include <l4/abi/types.hpp>

namespace l4 {

/// Message registers 1 to 20 of an exception message, and of an answer that sets registers: there
/// `vector` and `error_code` mean nothing.
struct ExceptionRegisters {
    static constexpr unsigned words = 20;

    Word rip = 0;
    Word rbx = 0;
    Word r10 = 0;
    Word r12 = 0;
    Word r13 = 0;
    Word r14 = 0;
    Word r15 = 0;
    Word rax = 0;
    Word rcx = 0;
    Word rdx = 0;
    Word rsi = 0;
    Word rdi = 0;
    Word rbp = 0;
    Word r8 = 0;
    Word r9 = 0;
    Word r11 = 0;
    Word rsp = 0;
    Word rflags = 0;
    Word vector = 0;
    Word error_code = 0;
};

static_assert(sizeof(ExceptionRegisters) == ExceptionRegisters::words * sizeof(Word));
static_assert(__builtin_offsetof(ExceptionRegisters, rax) == 7 * sizeof(Word));
static_assert(__builtin_offsetof(ExceptionRegisters, vector) == 18 * sizeof(Word));

} // namespace l4
