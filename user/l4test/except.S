// SPDX-License-Identifier: BSD-2-Clause
// An exception with all registers as the caller says, and all that the answer has left.
//
// void l4test_except(Word const* registers): in the order rax, rbx, rcx, rdx, rsi, rdi, rbp, r8 to
// r15. Does not return: resumed at l4test_excepted, it calls l4test_tell_registers with the same,
// and the flags after them.

    .section .text.l4test_except, "ax", @progbits
    .globl l4test_except
l4test_except:
    movq 0(%rdi), %rax
    movq 8(%rdi), %rbx
    movq 16(%rdi), %rcx
    movq 24(%rdi), %rdx
    movq 32(%rdi), %rsi
    movq 48(%rdi), %rbp
    movq 56(%rdi), %r8
    movq 64(%rdi), %r9
    movq 72(%rdi), %r10
    movq 80(%rdi), %r11
    movq 88(%rdi), %r12
    movq 96(%rdi), %r13
    movq 104(%rdi), %r14
    movq 112(%rdi), %r15
    movq 40(%rdi), %rdi
    .globl l4test_exception
l4test_exception:
    ud2

    .globl l4test_excepted
l4test_excepted:
    pushfq
    pushq %r15
    pushq %r14
    pushq %r13
    pushq %r12
    pushq %r11
    pushq %r10
    pushq %r9
    pushq %r8
    pushq %rbp
    pushq %rdi
    pushq %rsi
    pushq %rdx
    pushq %rcx
    pushq %rbx
    pushq %rax
    movq %rsp, %rdi
    call l4test_tell_registers          // 16 words below a multiple of 16

    .section .note.GNU-stack, "", @progbits
