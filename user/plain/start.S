// SPDX-License-Identifier: BSD-2-Clause
// The entry of a program: its arguments lie where the stack pointer is (System V ABI, 3.4.1).

    .section .text.start, "ax", @progbits
    .globl _start
_start:
    xorl %ebp, %ebp                     // ends the chain of stack frames
    movq (%rsp), %rdi
    leaq 8(%rsp), %rsi
    call main
    movl %eax, %esi
    xorl %eax, %eax                     // end, with what main has returned
    syscall
    ud2

    .section .note.GNU-stack, "", @progbits
