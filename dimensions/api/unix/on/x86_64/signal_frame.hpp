// SPDX-License-Identifier: BSD-2-Clause
// What a handler of a signal finds on its stack, as Linux has it (arch/x86/include/uapi/asm/
// sigcontext.h, asm-generic/ucontext.h and siginfo.h: a published interface).
#pragma once

#include <core/types.hpp>

namespace flat::abi {

/// struct sigcontext.
struct SignalRegisters {
    u64 r8, r9, r10, r11, r12, r13, r14, r15;
    u64 rdi, rsi, rbp, rbx, rdx, rax, rcx, rsp, rip, rflags;
    u16 cs, gs, fs, ss;
    u64 error_code, vector, mask, cr2;
    vaddr fpu;
    u64 reserved[8];
};

/// struct ucontext.
struct SignalContext {
    u64 flags;
    vaddr link;
    vaddr stack;
    u64 stack_flags;
    u64 stack_bytes;
    SignalRegisters registers;
    u64 mask;
};

/// siginfo_t; which of its words mean what depends on the signal.
struct SignalInformation {
    u32 signal;
    u32 error;
    u32 code;
    u32 padding;
    u64 words[14];
};

/// struct rt_sigframe: the handler returns to the first word.
struct SignalFrame {
    vaddr restorer;
    SignalContext context;
    SignalInformation information;
};

static_assert(sizeof(SignalRegisters) == 256);
static_assert(__builtin_offsetof(SignalContext, mask) == 296);
static_assert(sizeof(SignalInformation) == 128);
static_assert(__builtin_offsetof(SignalFrame, information) == 312);

} // namespace flat::abi
