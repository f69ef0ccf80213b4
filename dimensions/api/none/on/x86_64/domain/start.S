// SPDX-License-Identifier: BSD-2-Clause
// Where a domain's image begins: its entry, 16 bytes after it the handler of its faults, and after
// 16 more that of the kernel's calls, and after 32 more that of signals.

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

// A signal: the kernel has put where its entry is among the upcalls into r8, and its word into rsi.
// The thread was about to go on at rdi, with an answer in rax and rdx, and expects nothing else.
    .balign 64
signal:
    pushq %rdi
    pushq %rax
    pushq %rdx
    movq flat_upcalls + 8(%r8), %rdi
    call *flat_upcalls(%r8)
    popq %rdx
    popq %rax
    ret

// The same with further words in r9 and r10.
    .balign 32
signal_with_words:
    pushq %rdi
    pushq %rax
    pushq %rdx
    movq flat_upcalls + 8(%r8), %rdi
    movq %r9, %rdx
    movq %r10, %rcx
    call *flat_upcalls(%r8)
    popq %rdx
    popq %rax
    ret
    .weak flat_upcalls                  // where nothing is called by the kernel

    .section .bss.fault_stack, "aw", @nobits
    .balign 16
    .skip 8192
fault_stack_end:

    .section .note.GNU-stack, "", @progbits
