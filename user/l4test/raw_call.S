// SPDX-License-Identifier: BSD-2-Clause
// A system call with all registers as the caller says, and all that come back.
//
// void l4test_raw_call(Word* registers): in the order rax, rbx, rcx, rdx, rsi, rdi, rbp, r8 to r15;
// rbp names the call, as the stubs of the kernel say it; rcx and r11 are the processor's.

    .section .text.l4test_raw_call, "ax", @progbits
    .globl l4test_raw_call
l4test_raw_call:
    pushq %rbx
    pushq %rbp
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    pushq %rdi
    movq 0(%rdi), %rax
    movq 8(%rdi), %rbx
    movq 24(%rdi), %rdx
    movq 32(%rdi), %rsi
    movq 48(%rdi), %rbp
    movq 56(%rdi), %r8
    movq 64(%rdi), %r9
    movq 72(%rdi), %r10
    movq 88(%rdi), %r12
    movq 96(%rdi), %r13
    movq 104(%rdi), %r14
    movq 112(%rdi), %r15
    movq 40(%rdi), %rdi
    syscall
    xchgq %rax, (%rsp)                  // where the registers go, for the first of them
    movq %rbx, 8(%rax)
    movq %rcx, 16(%rax)
    movq %rdx, 24(%rax)
    movq %rsi, 32(%rax)
    movq %rdi, 40(%rax)
    movq %rbp, 48(%rax)
    movq %r8, 56(%rax)
    movq %r9, 64(%rax)
    movq %r10, 72(%rax)
    movq %r11, 80(%rax)
    movq %r12, 88(%rax)
    movq %r13, 96(%rax)
    movq %r14, 104(%rax)
    movq %r15, 112(%rax)
    popq 0(%rax)
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbp
    popq %rbx
    ret

    .section .note.GNU-stack, "", @progbits
