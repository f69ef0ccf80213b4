// SPDX-License-Identifier: BSD-2-Clause
// The entry of a program: gives the first thread its stack. The loader has cleared the bss.

    .section .text.start, "ax", @progbits
    .globl _start
_start:
    leaq first_stack_end(%rip), %rsp
    xorl %ebp, %ebp
    call l4_start

    .section .bss.first_stack, "aw", @nobits
    .balign 4096
    .skip 16384
first_stack_end:

    .section .note.GNU-stack, "", @progbits
