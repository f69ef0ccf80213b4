// SPDX-License-Identifier: BSD-2-Clause
// Into user mode and back: at the start of a thread, in calls both ways, and at its end.
//
// flat_user_area (user_mode.cpp) belongs to the processor and follows the running thread. Calls
// have their number in rax and their words in rsi, rdx, r10, r8 and r9, where the functions of the
// table expect them as arguments after the object; so only the third moves. Those functions enable
// interrupts themselves, if they want them.
//
// Each way into user mode leaves a UserThread on the kernel stack (user_thread.hpp): where it goes
// on, the program, the UserThread that was before, and the number of the program's stack. What the
// program calls runs below it. An answer goes on at the continuation, with rax the program, rbp the
// UserThread before, rcx the stack, rsi and rdx the answer, and the stack pointer above these; what
// ends without an answer 5 bytes before that, where a jump stands.

#include <x86_64/processor.h>

.set USER, flat_user_area
.set KEPT_RSP, flat_user_area + 8
.set FRAME, flat_user_area + 16
.set THREAD, flat_user_area + 24
.set STACK_FLOOR, flat_user_area + 32

.set PROGRAM_CALLS, 0
.set PROGRAM_CALL_COUNT, 8
.set PROGRAM_ROOT, 16
.set PROGRAM_ENTRY, 24
.set PROGRAM_FREE, 32
.set PROGRAM_OPEN, 36
.set PROGRAM_STACK, 40
.set PROGRAM_DISTANCE, 48
.set PROGRAM_CALLERS, 56
.set PROGRAM_FIRST, 120

.set NO_STACK, 31                       // a bit of PROGRAM_FREE that is no stack's

// A jump of 5 bytes, however near.
.macro far_jump target
    .byte 0xe9
    .long \target - . - 4
.endm

// Where a UserThread goes on. 5 bytes before is the continuation of one that is expelled, and 5
// bytes before either where it goes without an answer.
.macro continuation name, without_answer
    .balign 16
    .skip 6
    far_jump \without_answer
    far_jump \without_answer
\name:
.endm

// What the kernel or another program had in the registers that calls keep is not the program's.
.macro clear_kept_registers
    xorl %ebx, %ebx
    xorl %ebp, %ebp
    xorl %r12d, %r12d
    xorl %r13d, %r13d
    xorl %r14d, %r14d
    xorl %r15d, %r15d
.endm

// Makes rax the program of the DomainCall at rdi, and takes a free one of its stacks.
.macro take_stack stack, otherwise
    movq (%rdi), %rax
    movq (%rax), %rax
    movl PROGRAM_FREE(%rax), \stack
    andl PROGRAM_OPEN(%rax), \stack
    bsfl \stack, \stack
    jz \otherwise
    cmpq STACK_FLOOR, %rsp              // calls within calls leave room on the kernel stack
    jb \otherwise
    btrl \stack, PROGRAM_FREE(%rax)
.endm

// Leaves a UserThread on the kernel stack.
.macro push_user_thread program, stack, continuation
    pushq \stack
    pushq USER
    pushq \program
    pushq $\continuation
    movq %rsp, USER
    movq %rsp, PROGRAM_CALLERS(\program, \stack, 8)
.endm

// What C++ expects to find again, and the thread: a UserThread comes next.
.macro keep_registers
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    pushq THREAD
.endm

.macro give_registers_back
    addq $8, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
.endm

// Traps of the program are not to put its registers where an interrupt has put some before: that
// place may be in use by now. Later ones are below the UserThread, where nothing is meanwhile.
.macro set_context scratch
    movq FRAME, \scratch
    movq \scratch, PROCESSOR(context)
.endm

    .section .text.entry, "ax"

// SYSCALL: rcx is the user's instruction pointer, r11 its flags; interrupts are off.
    .balign 64
    .globl flat_user_call_entry
flat_user_call_entry:
    movq %rsp, KEPT_RSP
    movq USER, %rsp
    movq 8(%rsp), %rdi
    pushq KEPT_RSP
    pushq %rcx                          // expelling a thread in a call changes it (user_mode.cpp)
    pushq %r11
    cmpq PROGRAM_CALL_COUNT(%rdi), %rax
    jae no_such_call
    shll $4, %eax
    addq PROGRAM_CALLS(%rdi), %rax
    movq 8(%rax), %rdi
    movq %r10, %rcx
    call *(%rax)
    cli
back_to_user:
    xorl %edi, %edi                     // what the kernel had there is not the user's
    xorl %esi, %esi
    xorl %r8d, %r8d
    xorl %r9d, %r9d
    xorl %r10d, %r10d
    popq %r11
    popq %rcx
    popq %rsp
    sysretq

no_such_call:
    movq %rax, %rdi
    call flat_no_such_call
    xorl %eax, %eax
    xorl %edx, %edx
    jmp back_to_user

// An entry of tables of calls: Answer flat_forward_call(DomainCall*, …), straight from the entry.
    .balign 16
    .globl flat_forward_call
flat_forward_call:
    take_stack %ebx, forward_otherwise
    push_user_thread %rax, %rbx, forwarded
    set_context %rbp

// rax is the program, rbx the number of its stack, rdi the DomainCall, r10 the third word.
enter_program:
    movq 8(%rdi), %rdi
    imulq PROGRAM_DISTANCE(%rax), %rbx
    addq PROGRAM_STACK(%rax), %rbx
    movq %rbx, %rsp

// The same with the user's stack pointer in rsp and what it calls in rdi.
enter_program_on_stack:
    movq PROGRAM_ROOT(%rax), %rbp
    movq %rbp, %cr3
    movq PROGRAM_ENTRY(%rax), %rcx
    movq %rdi, %rax
    movl $0x202, %r11d                  // interrupts on
    xorl %edi, %edi
    clear_kept_registers
    sysretq

forward_otherwise:
    sti
call_otherwise:
    movq 16(%rdi), %rax
    movq 24(%rdi), %rdi
    jmp *%rax

// Ends a call: an entry of all tables, with the two words of the answer.
    .globl flat_reply
flat_reply:
    movq USER, %rsp
    popq %rbx
    popq %rax
    popq %rbp
    popq %rcx
    btsl %ecx, PROGRAM_FREE(%rax)
    movq %rbp, USER
    jmp *%rbx

    continuation forwarded, forwarded_no_answer
    movq 8(%rbp), %rdi
    movq PROGRAM_ROOT(%rdi), %rdi
    movq %rdi, %cr3
    movq %rsi, %rax
    clear_kept_registers
    ret

forwarded_no_answer:
    call no_answer
    jmp forwarded

// The program has been left without an answer: makes one that is none.
no_answer:
    movq %rbp, USER
    movq %rax, %rdi
    movl %ecx, %esi
    call flat_user_left
    movq USER, %rbp
    movq $-1, %rsi
    xorl %edx, %edx
    ret

// Answer flat_call_domain(DomainCall const&, …), from C++.
    .balign 16
    .globl flat_call_domain
flat_call_domain:
    pushfq
    cli
    take_stack %r10d, call_domain_otherwise
    keep_registers
    push_user_thread %rax, %r10, called
    set_context %rbx
    movl %r10d, %ebx
    movq %rcx, %r10
    jmp enter_program

call_domain_otherwise:
    popfq
    jmp call_otherwise

    continuation called, called_no_answer
    testq %rbp, %rbp
    jz 1f
    movq 8(%rbp), %rdi
    movq PROGRAM_ROOT(%rdi), %rdi
    movq %rdi, %cr3
1:  movq %rsi, %rax
    give_registers_back
    popfq
    ret

called_no_answer:
    call no_answer
    jmp called

// Answer flat_call_at(UserStart const*, Program*, u64 stack): the same of what UserStart says.
    .globl flat_call_at
flat_call_at:
    pushfq
    cli
    keep_registers
    push_user_thread %rsi, %rdx, called
    set_context %rbx
    movq %rsi, %rax
    movq 8(%rdi), %rsp
    movq 16(%rdi), %rbx
    movq (%rbx), %rsi
    movq 8(%rbx), %rdx
    movq 16(%rbx), %r10
    movq 24(%rbx), %r8
    movq 32(%rbx), %r9
    movq (%rdi), %rdi
    jmp enter_program_on_stack

// void flat_enter_user(Program*, vaddr instruction, vaddr stack): runs the program in a thread that
// works for none; returns by flat_leave_user. Interrupts are off.
    .globl flat_enter_user
flat_enter_user:
    subq $8, %rsp
    keep_registers
    pushq $NO_STACK
    pushq $0
    pushq %rdi
    pushq $entered
    movq %rsp, USER
    movq %rsp, PROGRAM_FIRST(%rdi)
    set_context %rbx
    movq PROGRAM_ROOT(%rdi), %rbx
    movq %rbx, %cr3
    movq %rsi, %rcx
    movq %rdx, %rsp
    movl $0x202, %r11d                  // interrupts on
    xorl %eax, %eax
    xorl %edi, %edi
    xorl %esi, %esi
    xorl %edx, %edx
    xorl %r8d, %r8d
    xorl %r9d, %r9d
    xorl %r10d, %r10d
    clear_kept_registers
    sysretq

    continuation entered, entered_no_answer
    leaq -32(%rsp), %rsp                // an answer that nobody has asked for
    movq %rsp, USER
    subq $24, %rsp                      // expelling changes what a call has there
    call flat_no_such_reply
    jmp flat_leave_user

entered_no_answer:
    btrl $NO_STACK, PROGRAM_FREE(%rax)
    movq $0, PROGRAM_FIRST(%rax)
    movq %rbp, USER
    give_registers_back
    addq $8, %rsp
    ret

// void flat_leave_user(void*): the thread goes on where the program that it runs was entered.
    .globl flat_leave_user
flat_leave_user:
    cli
    movq USER, %rsp
    popq %rbx
    popq %rax
    popq %rbp
    popq %rcx
    subq $5, %rbx
    jmp *%rbx

// u64 flat_copy_user(void* to, void const* from, u64 bytes): 0 when all is copied. A fault in
// between goes on at flat_copy_user_fails.
    .globl flat_copy_user
flat_copy_user:
    movq %rdx, %rcx
    shrq $3, %rcx
    rep movsq
    movl %edx, %ecx
    andl $7, %ecx
    rep movsb
    xorl %eax, %eax
    ret
    .globl flat_copy_user_end
flat_copy_user_end:
    .globl flat_copy_user_fails
flat_copy_user_fails:
    movl $1, %eax
    ret

    .section .note.GNU-stack, "", @progbits
