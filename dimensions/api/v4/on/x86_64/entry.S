// SPDX-License-Identifier: BSD-2-Clause
// System calls enter here, and IPC's short path leaves here.
//
// SYSCALL has put the user's instruction pointer into rcx and the flags into r11 and disabled
// interrupts; the stack is still the user's. Registers go straight into the running thread's frame;
// what the short path gives back without looking at it is kept in the processor's area meanwhile.
// OFFSET_TCB_… come from offsets.cpp: where the compiler has put the members.

#include <x86_64/processor.h>

.macro save register, name
    movq \register, OFFSET_TCB_\name(%rbp)
.endm

    .section .text.entry, "ax"
    .globl flat_system_call_entry
    .balign 64
flat_system_call_entry:
    testl %ebp, %ebp
    jnz other_system_call
    movq PROCESSOR(current_tcb), %rbp
    save %rcx, RIP
    save %r11, RFLAGS
    save %rsp, RSP
    movq PROCESSOR(kernel_stack_top), %rsp
    movq %rax, PROCESSOR(kept_rax)
    movq %r9, PROCESSOR(kept_r9)
    movq %r10, PROCESSOR(kept_r10)
    movq %rbp, %rdi                     // the thread; rsi, rdx, r8, r9 are arguments as they stand
    call flat_ipc
    testq %rax, %rax
    jz general_ipc

// The message is in the registers. Registers 2, 4, 5, 6 and 7 of it have never left the processor:
// rbx, r12, r13, r14 and r15 are preserved by the call.
    movq OFFSET_TCB_RIP(%rax), %rcx
    movq OFFSET_TCB_RFLAGS(%rax), %r11
    movq OFFSET_TCB_RSP(%rax), %rsp
    movq OFFSET_TCB_ID(%rbp), %rsi      // who it comes from
    movq PROCESSOR(kept_r9), %r9
    movq PROCESSOR(kept_r10), %r10
    movq PROCESSOR(kept_rax), %rax
    sysretq

general_ipc:
    movq PROCESSOR(kept_rax), %rax
    movq PROCESSOR(kept_r9), %r9
    movq PROCESSOR(kept_r10), %r10
    save %rax, RAX
    save %rbx, RBX
    save %r9, R9
    save %r10, R10
    save %r12, R12
    save %r13, R13
    save %r14, R14
    save %r15, R15
    movq %rbp, %rdi
    xorl %ebp, %ebp                     // ends the chain of stack frames
    call flat_general_ipc
    jmp flat_resume

// No register is free but rsp, once it is put aside.
other_system_call:
    movq %rsp, PROCESSOR(kept_rsp)
    movq PROCESSOR(current_tcb), %rsp
    movq %rbp, OFFSET_TCB_RBP(%rsp)
    movq %rsp, %rbp
    save %rcx, RIP
    save %r11, RFLAGS
    save %rax, RAX
    save %rbx, RBX
    save %rdx, RDX
    save %rsi, RSI
    save %rdi, RDI
    save %r8, R8
    save %r9, R9
    save %r10, R10
    save %r12, R12
    save %r13, R13
    save %r14, R14
    save %r15, R15
    movq PROCESSOR(kept_rsp), %rax
    save %rax, RSP
    movq PROCESSOR(kernel_stack_top), %rsp
    movq %rbp, %rdi
    xorl %ebp, %ebp
    call flat_system_call
    jmp flat_resume

    .section .note.GNU-stack, "", @progbits
