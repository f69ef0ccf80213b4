// SPDX-License-Identifier: BSD-2-Clause
// Where the compiler has put what entry.S uses of a thread control block, as symbols of the image.
#include <machine/register_frame.hpp>
#include <object/tcb.hpp>

namespace flat::abi {

namespace {

/// Places in the block, from the compiler's view of a complete object.
constexpr usize frame_offset = arch::TcbArch::frame_offset_in<Tcb>();
constexpr usize id_offset = api::TcbApi::id_offset_in<Tcb>();

/// Never called: each place becomes an absolute symbol.
[[gnu::used]] void name_offsets() {
    asm volatile(".globl OFFSET_TCB_ID\n.set OFFSET_TCB_ID, %c0" : : "i"(id_offset));
#define FLAT_NAME_OFFSET(NAME, member)                                                             \
    asm volatile(".globl OFFSET_TCB_" #NAME "\n.set OFFSET_TCB_" #NAME ", %c0"                     \
                 :                                                                                 \
                 : "i"(frame_offset + __builtin_offsetof(RegisterFrame, member)))
    FLAT_NAME_OFFSET(RIP, rip);
    FLAT_NAME_OFFSET(RFLAGS, rflags);
    FLAT_NAME_OFFSET(RSP, rsp);
    FLAT_NAME_OFFSET(RAX, rax);
    FLAT_NAME_OFFSET(RBX, rbx);
    FLAT_NAME_OFFSET(RDX, rdx);
    FLAT_NAME_OFFSET(RSI, rsi);
    FLAT_NAME_OFFSET(RDI, rdi);
    FLAT_NAME_OFFSET(RBP, rbp);
    FLAT_NAME_OFFSET(R8, r8);
    FLAT_NAME_OFFSET(R9, r9);
    FLAT_NAME_OFFSET(R10, r10);
    FLAT_NAME_OFFSET(R12, r12);
    FLAT_NAME_OFFSET(R13, r13);
    FLAT_NAME_OFFSET(R14, r14);
    FLAT_NAME_OFFSET(R15, r15);
#undef FLAT_NAME_OFFSET
}

} // namespace

} // namespace flat::abi
