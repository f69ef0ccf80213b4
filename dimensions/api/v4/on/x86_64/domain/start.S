// SPDX-License-Identifier: BSD-2-Clause
// Where a domain's image begins: its entry, and 16 bytes after it that of its faults. Both are
// where the root task (user/domains) sends the thread.

    .section .text.start, "ax", @progbits
    .globl _start
    .balign 16
_start:                                 // on the thread's stack
    xorl %ebp, %ebp                     // ends the chain of stack frames
    call flat_start_task

// The registers are those of the fault, so the frame pointer is what a backtrace begins with.
    .balign 16
fault:
    leaq fault_stack_end, %rsp          // the thread's own may be what is wrong
    movq %rbp, %rdi
    xorl %ebp, %ebp
    call flat_task_fault

    .section .bss.fault_stack, "aw", @nobits
    .balign 16
    .skip 8192
fault_stack_end:

    .section .note.GNU-stack, "", @progbits
