// SPDX-License-Identifier: BSD-2-Clause
// Where a domain's image begins: its entry and, 16 bytes after it, the handler of its faults.

    .section .text.start, "ax", @progbits
    .globl _start
    .balign 16
_start:                                 // on the first thread's stack
    xorl %ebp, %ebp                     // ends the chain of stack frames
    call flat_main

// The kernel has put vector, instruction, address and frame pointer where arguments are.
    .balign 16
fault:
    leaq fault_stack_end, %rsp          // the thread's own may be what is wrong
    xorl %ebp, %ebp
    call flat_fault

    .section .bss.fault_stack, "aw", @nobits
    .balign 16
    .skip 8192
fault_stack_end:

    .section .note.GNU-stack, "", @progbits
