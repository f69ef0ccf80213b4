// SPDX-License-Identifier: BSD-2-Clause
// Into user mode and back: at the start of a thread, in calls both ways, and at its end.
//
// flat_user_area (user_mode.cpp) belongs to the processor and follows the running thread. Calls
// have their number in rax and their words in rsi, rdx, r10, r8 and r9, where the functions of the
// table expect them as arguments after the object; so only the third moves. Those functions enable
// interrupts themselves, if they want them.
//
// Each way into user mode fills in a UserThread of the program (user_thread.hpp): where the thread
// goes on, and from where on its kernel stack is that of what the program calls. An answer goes on
// at the continuation, with rbx the UserThread, rbp the one outside of it, rax the program, rsi and
// rdx the answer, and the stack pointer as it was; what ends without an answer 5 bytes before that,
// where a jump stands.

#include <x86_64/leave.S>
#include <x86_64/processor.h>

.set USER, flat_user_area
.set KEPT_RSP, flat_user_area + 8
.set FRAME, flat_user_area + 16
.set STACK_FLOOR, flat_user_area + 24

.set PROGRAM_CALLS, 0
.set PROGRAM_CALL_COUNT, 8
.set PROGRAM_ENTRY, 24
.set PROGRAM_FREE, 32

.set USER_CONTINUATION, 0
.set USER_PROGRAM, 8
.set USER_OUTER, 16
.set USER_KERNEL_STACK, 24
.set USER_STACK, 32
.set USER_NEXT, 40
.set USER_CALL, 48
.set USER_ROOT, 56
.set USER_SIGNAL_ENTRY, 64
.set USER_SIGNAL, 72
.set WORDS_ENTRY, 32                  // after the handler of signals with one word

.set REPLY, 3                           // BasicCall::reply

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

// Makes rax the program of the DomainCall at rdi, and rbx one of its stacks that was free.
.macro take_stack otherwise
    movq (%rdi), %rax
    movq (%rax), %rax
    movq PROGRAM_FREE(%rax), %rbx
    testq %rbx, %rbx
    jz \otherwise
    cmpq STACK_FLOOR, %rsp              // calls within calls leave room on the kernel stack
    jb \otherwise
    movq USER_NEXT(%rbx), %rbp
    movq %rbp, PROGRAM_FREE(%rax)
.endm

.macro give_stack_back
    movq PROGRAM_FREE(%rax), %rcx
    movq %rcx, USER_NEXT(%rbx)
    movq %rbx, PROGRAM_FREE(%rax)
.endm

// The thread works for the UserThread at rbx, until it goes on at the continuation.
.macro begin_work continuation
    movq USER, %rbp
    movq %rbp, USER_OUTER(%rbx)
    movq %rsp, USER_KERNEL_STACK(%rbx)
    movq $\continuation, USER_CONTINUATION(%rbx)
    movq %rbx, USER
.endm

// It has left, or is about to: what the continuations expect.
.macro leave_work
    movq USER, %rbx
    movq USER_KERNEL_STACK(%rbx), %rsp
    movq USER_OUTER(%rbx), %rbp
    movq USER_PROGRAM(%rbx), %rax
.endm

// Makes the address space that of the UserThread at rbp.
.macro switch_back
    movq USER_ROOT(%rbp), %rcx
    movq %rcx, %cr3
.endm

// What C++ expects to find again.
.macro keep_registers
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
.endm

.macro give_registers_back
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
.endm

// Traps of the program are not to put its registers where an interrupt has put some before: that
// place may be in use by now. Later ones are below the thread's kernel stack, where nothing is
// meanwhile.
.macro set_context
    movq FRAME, %rbp
    movq %rbp, PROCESSOR(context)
.endm

// Enters the program: rax is the program, rbx the UserThread, rdi the DomainCall, and the words are
// where calls have them.
.macro enter_program
    movq USER_STACK(%rbx), %rsp
    movq PROGRAM_ENTRY(%rax), %rcx
    movq USER_ROOT(%rbx), %rbp
    movq 8(%rdi), %rax
    enter_user
.endm

// The same with all of these where they are expected but the address space, which is in rbp.
.macro enter_user
    movq %rbp, %cr3
    movl $0x202, %r11d                  // interrupts on
    xorl %edi, %edi
    clear_kept_registers
    leave_by_sysret
.endm

    .section .text.entry, "ax"

// SYSCALL: rcx is the user's instruction pointer, r11 its flags; interrupts are off.
    .balign 64
    .globl flat_system_call_entry
flat_system_call_entry:
    cmpl $REPLY, %eax
    je reply
    movq %rsp, KEPT_RSP
    movq USER, %rdi
    movq USER_KERNEL_STACK(%rdi), %rsp
    movq USER_PROGRAM(%rdi), %rdi
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
    .globl flat_call_returns            // where that is what a signal changes (signal.hpp)
flat_call_returns:
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
    leave_by_sysret

// The same with a signal: its handler goes on in rdi, and keeps the answer.
    .balign 16
    .globl flat_signal_returns
flat_signal_returns:
    cli
    movq USER, %rcx
    movq USER_SIGNAL(%rcx), %r8
    movq USER_SIGNAL + 8(%rcx), %rsi
    movq USER_SIGNAL_ENTRY(%rcx), %rcx
    xorl %r9d, %r9d                     // what the kernel had there is not the user's
    xorl %r10d, %r10d
    popq %r11
    popq %rdi
    popq %rsp
    leave_by_sysret

// With more than one word.
    .globl flat_signal_words_return
flat_signal_words_return:
    cli
    movq USER, %rcx
    movq USER_SIGNAL(%rcx), %r8
    movq USER_SIGNAL + 8(%rcx), %rsi
    movq USER_SIGNAL + 16(%rcx), %r9
    movq USER_SIGNAL + 24(%rcx), %r10
    movq USER_SIGNAL_ENTRY(%rcx), %rcx
    addq $WORDS_ENTRY, %rcx
    popq %r11
    popq %rdi
    popq %rsp
    leave_by_sysret

// With several, or one that was sent by another thread.
    .globl flat_signals_return
flat_signals_return:
    pushq $0                            // no signal changes what stands here meanwhile
    pushq %rax
    pushq %rdx
    call flat_take_signals
    popq %rdx
    popq %rax
    addq $8, %rsp
    jmp flat_call_returns

no_such_call:
    movq %rax, %rdi
    call flat_no_such_call
    xorl %eax, %eax
    xorl %edx, %edx
    jmp back_to_user

// Ends a call: the two words of the answer are in rsi and rdx.
    .balign 16
reply:
    leave_work
    movq %rbp, USER
    jmp *USER_CONTINUATION(%rbx)

// An entry of tables of calls: Answer flat_forward_call(DomainCall*, …), straight from the entry.
    .balign 16
    .globl flat_forward_call
flat_forward_call:
    take_stack forward_otherwise
    movq %rdi, USER_CALL(%rbx)
    begin_work forwarded
    set_context
    enter_program

forward_otherwise:
    sti
    movq 16(%rdi), %rax
    movq 24(%rdi), %rdi
    jmp *%rax

    continuation forwarded, forwarded_no_answer
    give_stack_back
1:  switch_back
    movq %rsi, %rax
    clear_kept_registers
    ret

forwarded_no_answer:
    call no_answer
    jmp 1b

// The program has been left without an answer: returns `no_answer` as the first word.
no_answer:
    movq %rbp, USER
    movq %rbx, %rdi
    call flat_user_left
    movq USER, %rbp
    movq $-1, %rsi
    xorl %edx, %edx
    ret

// What machine::call_domain calls: the DomainCall is in rdi, its words are where calls have them,
// and the answer comes in rsi and rdx. Only the stack pointer is kept.
    .balign 16
    .globl flat_call_domain
flat_call_domain:
    pushfq
    cli
    take_stack call_domain_otherwise
    movq %rdi, USER_CALL(%rbx)
    begin_work called
    set_context
    enter_program

call_domain_otherwise:
    popfq
    movq %r10, %rcx
    movq 16(%rdi), %rax
    movq 24(%rdi), %rdi
    call *%rax
    movq %rax, %rsi
    ret

    continuation called, called_no_answer
    give_stack_back
1:  switch_back
    popfq
    ret

called_no_answer:
    call no_answer
    jmp 1b

// Answer flat_call_at(UserStart const*, UserThread*): the same of what UserStart says. Interrupts
// are off.
    .globl flat_call_at
flat_call_at:
    keep_registers
    movq %rsi, %rbx
    begin_work called_at
    set_context
    movq 16(%rdi), %rax
    movq (%rax), %rsi
    movq 8(%rax), %rdx
    movq 16(%rax), %r10
    movq 24(%rax), %r8
    movq 32(%rax), %r9
    movq USER_PROGRAM(%rbx), %rax
    movq PROGRAM_ENTRY(%rax), %rcx
    movq USER_ROOT(%rbx), %rbp
    movq 8(%rdi), %rsp
    movq (%rdi), %rax
    enter_user

    continuation called_at, called_at_no_answer
    give_stack_back
1:  switch_back
    movq %rsi, %rax
    give_registers_back
    ret

called_at_no_answer:
    call no_answer
    jmp 1b

// void flat_enter_user(UserThread*, vaddr instruction, vaddr stack): runs the program in a thread
// that works for none; returns by flat_leave_user. Interrupts are off.
    .globl flat_enter_user
flat_enter_user:
    keep_registers
    movq %rdi, %rbx
    begin_work entered
    set_context
    movq USER_ROOT(%rbx), %rbp
    movq %rsi, %rcx
    movq %rdx, %rsp
    xorl %eax, %eax
    xorl %esi, %esi
    xorl %edx, %edx
    xorl %r8d, %r8d
    xorl %r9d, %r9d
    xorl %r10d, %r10d
    enter_user

    continuation entered, entered_no_answer
    movq %rbx, USER                     // an answer that nobody has asked for
    subq $32, %rsp                      // expelling changes what a call has there
    call flat_no_such_reply
    jmp flat_leave_user

entered_no_answer:
    movq %rbp, USER
    movq $0, USER_CONTINUATION(%rbx)
    give_registers_back
    ret

// void flat_leave_user(void*): the thread goes on where the program that it runs was entered.
    .globl flat_leave_user
flat_leave_user:
    cli
    leave_work
    movq USER_CONTINUATION(%rbx), %rcx
    subq $5, %rcx
    jmp *%rcx

    .section .note.GNU-stack, "", @progbits
