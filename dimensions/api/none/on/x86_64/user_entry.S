// SPDX-License-Identifier: BSD-2-Clause
// Into user mode and back: at the start of a thread, in calls, and at its end.
//
// flat_user_area (user_mode.cpp) belongs to the processor and follows the running thread: its table
// of calls, and where these run on its kernel stack. Calls have their number in rax and their words
// in rsi, rdx, r10, r8 and r9, where the functions of the table expect them as arguments after the
// object; so only the third moves. Callee-saved registers never leave the processor.

.set CALLS, flat_user_area
.set CALL_COUNT, flat_user_area + 8
.set STACK_TOP, flat_user_area + 16
.set KEPT_RSP, flat_user_area + 24

    .section .text.entry, "ax"

// SYSCALL: rcx is the user's instruction pointer, r11 its flags; interrupts are off.
    .balign 64
    .globl flat_user_call_entry
flat_user_call_entry:
    movq %rsp, KEPT_RSP
    movq STACK_TOP, %rsp
    pushq KEPT_RSP
    pushq %rcx                          // expelling a thread in a call changes it (user_mode.cpp)
    pushq %r11
    cmpq CALL_COUNT, %rax
    jae no_such_call
    shll $4, %eax
    addq CALLS, %rax
    movq 8(%rax), %rdi
    movq %r10, %rcx
    sti
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

// void flat_enter_user(UserStart const*, vaddr* stack_top): into user mode; returns by
// flat_leave_user. Interrupts are off.
    .globl flat_enter_user
flat_enter_user:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rsi)
    movq %rsp, STACK_TOP
    movq (%rdi), %rcx
    movq 8(%rdi), %rsp
    movq 16(%rdi), %rax
    movq 24(%rdi), %rdi
    movq (%rdi), %rsi
    movq 8(%rdi), %rdx
    movq 16(%rdi), %r10
    movq 24(%rdi), %r8
    movq 32(%rdi), %r9
    movl $0x202, %r11d                  // interrupts on
    xorl %ebx, %ebx
    xorl %edi, %edi
    xorl %ebp, %ebp
    xorl %r12d, %r12d
    xorl %r13d, %r13d
    xorl %r14d, %r14d
    xorl %r15d, %r15d
    sysretq

// void flat_leave_user(void*): the last of a thread in user mode, on its kernel stack.
    .globl flat_leave_user
flat_leave_user:
    cli
    movq STACK_TOP, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret

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
