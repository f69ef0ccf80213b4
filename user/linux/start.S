// SPDX-License-Identifier: BSD-2-Clause
// The entry of a program: its arguments lie where the stack pointer is (System V ABI, 3.4.1).

    .section .text.start, "ax", @progbits
    .globl _start
_start:
    xorl %ebp, %ebp                     // ends the chain of stack frames
    movq (%rsp), %rdi
    leaq 8(%rsp), %rsi
    andq $-16, %rsp
    call main
    movl %eax, %edi
    movl $231, %eax                     // exit_group, with what main has returned
    syscall
    ud2

// Where handlers of signals return to: rt_sigreturn.
    .globl linux_restorer
linux_restorer:
    movl $15, %eax
    syscall
    ud2

    .section .note.GNU-stack, "", @progbits
