// SPDX-License-Identifier: BSD-2-Clause
// Where the compiler has put the registers of a context, as symbols of the image for entry.S.
#include <machine/register_frame.hpp>

namespace flat::arch {

namespace {

/// Never called: each place becomes an absolute symbol.
[[gnu::used]] void name_offsets() {
#define FLAT_NAME_OFFSET(NAME, member)                                                             \
    asm volatile(".globl OFFSET_FRAME_" #NAME "\n.set OFFSET_FRAME_" #NAME ", %c0"                 \
                 :                                                                                 \
                 : "i"(__builtin_offsetof(RegisterFrame, member)))
    FLAT_NAME_OFFSET(RIP, rip);
    FLAT_NAME_OFFSET(RFLAGS, rflags);
    FLAT_NAME_OFFSET(RSP, rsp);
    FLAT_NAME_OFFSET(CS, cs);
    FLAT_NAME_OFFSET(SS, ss);
    FLAT_NAME_OFFSET(VECTOR, vector);
    FLAT_NAME_OFFSET(RAX, rax);
    FLAT_NAME_OFFSET(RBX, rbx);
    FLAT_NAME_OFFSET(RCX, rcx);
    FLAT_NAME_OFFSET(RDX, rdx);
    FLAT_NAME_OFFSET(RSI, rsi);
    FLAT_NAME_OFFSET(RDI, rdi);
    FLAT_NAME_OFFSET(RBP, rbp);
    FLAT_NAME_OFFSET(R8, r8);
    FLAT_NAME_OFFSET(R9, r9);
    FLAT_NAME_OFFSET(R10, r10);
    FLAT_NAME_OFFSET(R11, r11);
    FLAT_NAME_OFFSET(R12, r12);
    FLAT_NAME_OFFSET(R13, r13);
    FLAT_NAME_OFFSET(R14, r14);
    FLAT_NAME_OFFSET(R15, r15);
#undef FLAT_NAME_OFFSET
}

} // namespace

} // namespace flat::arch
