// SPDX-License-Identifier: BSD-2-Clause
// Where a domain's image begins: its entry, 16 bytes after it the handler of its faults, and after
// 16 more that of the kernel's calls.

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

// A call of the kernel: where its entry is among the upcalls is in rax, and its words are where
// system calls have theirs.
    .balign 16
upcall:
    movq flat_upcalls + 8(%rax), %rdi
    movq %r10, %rcx
    call *flat_upcalls(%rax)
    movq %rax, %rsi
    movl $3, %eax                       // BasicCall::reply, with rdx as it is
    syscall
    .weak flat_upcalls                  // where nothing is called by the kernel

    .section .bss.fault_stack, "aw", @nobits
    .balign 16
    .skip 8192
fault_stack_end:

    .section .note.GNU-stack, "", @progbits
