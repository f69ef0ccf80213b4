// SPDX-License-Identifier: BSD-2-Clause
// System calls enter here, and IPC's short path leaves here.
//
// SYSCALL has put the user's instruction pointer into rcx and the flags into r11 and disabled
// interrupts; the stack is still the user's. Registers go straight into the running thread's frame;
// a message stays where it is all along IPC's short paths.
// OFFSET_TCB_… come from offsets.cpp: where the compiler has put the members.
//
// rbp names the call. Of IPC, which is 0, it stays so through the kernel: C++ preserves it.

#include <x86_64/leave.S>
#include <x86_64/processor.h>

#include "system_call_numbers.h"

.macro save register, name
    movq \register, OFFSET_TCB_\name(%rbp)
.endm

    .section .text.entry, "ax"
    .globl flat_system_call_entry
    .balign 64
flat_system_call_entry:
    testq %rbp, %rbp
    jnz other_system_call
    movq PROCESSOR(current_tcb), %rdi
    movq %rcx, OFFSET_TCB_RIP(%rdi)
    movq %r11, OFFSET_TCB_RFLAGS(%rdi)
    movq %rsp, OFFSET_TCB_RSP(%rdi)
    movq PROCESSOR(kernel_stack_top), %rsp
    call flat_ipc                       // rdi is the thread; rsi, rdx, r8, r9 are as they stand

// void flat_deliver_ipc(Tcb& sender, u64, u64, Tcb& partner, u64, u64 tag): the message is in the
// registers. Those of it that are no argument, rax, rbx, r10 and r12 to r15, have never left the
// processor: see short_message.hpp. What is no part of it is the partner's own, or cleared.
    .globl flat_deliver_ipc
flat_deliver_ipc:
    movq OFFSET_TCB_ID(%rdi), %rsi      // the sender
    movq flat_user_slot, %rdi           // the local name
    xorl %edx, %edx
    xorl %r8d, %r8d
    movq OFFSET_TCB_RFLAGS(%rcx), %r11
    movq OFFSET_TCB_RSP(%rcx), %rsp
    movq OFFSET_TCB_RIP(%rcx), %rcx
    leave_by_sysret

// void flat_refuse_short_ipc(Tcb& sender, u64 to, u64 from, u64, u64 timeouts, u64 tag): the
// message tries the path with a limit, with the same arguments. A jump that no compiler sees: none
// makes one function of the two paths, of which each would then save registers for the other.
    .globl flat_refuse_short_ipc
flat_refuse_short_ipc:
    cmpw $TAG_OF_ONE_ITEM, %r9w
    jne flat_limited_ipc

// A message of one item alone, with the arguments of the path with a limit. Callers may get back
// all registers changed, so nothing but what the general path would want is saved. Where the sender
// goes on, its message is still where C++ preserves it.
try_item:
    movq PROCESSOR(kernel_stack_top), %rsp
    movq %rsi, OFFSET_TCB_RSI(%rdi)
    movq %rdx, OFFSET_TCB_RDX(%rdi)
    movq %r8, OFFSET_TCB_R8(%rdi)
    movq %rax, PROCESSOR(kept_rax)
    movq %r9, PROCESSOR(kept_r9)
    movq %r10, PROCESSOR(kept_r10)
    movq %rax, %rcx
    subq $8, %rsp                       // calls want it to be a multiple of 16
    pushq %rbx
    xorl %ebp, %ebp
    call flat_send_item
    cmpl $ITEM_SENT, %eax
    ja flat_resume
    movq PROCESSOR(current_tcb), %rdx
    jb refuse_item
    movq OFFSET_TCB_RIP(%rdx), %rcx
    movq OFFSET_TCB_RFLAGS(%rdx), %r11
    movq OFFSET_TCB_RSP(%rdx), %rsp
    movq flat_user_slot, %rdi           // the local name
    xorl %eax, %eax
    xorl %edx, %edx
    xorl %esi, %esi
    xorl %r8d, %r8d
    xorl %r9d, %r9d
    xorl %r10d, %r10d
    leave_by_sysret
refuse_item:
    movq %rdx, %rbp
    movq PROCESSOR(kernel_stack_top), %rsp
    movq PROCESSOR(kept_rax), %rax
    movq PROCESSOR(kept_r9), %r9
    movq PROCESSOR(kept_r10), %r10
    jmp save_message

// void flat_refuse_ipc(Tcb& sender, u64 to, u64 from, u64, u64 timeouts, u64 tag): the message
// takes the general path, whose arguments are in the frame.
    .globl flat_refuse_ipc
flat_refuse_ipc:
    movq PROCESSOR(kernel_stack_top), %rsp
    movq %rdi, %rbp
    save %rsi, RSI
    save %rdx, RDX
    save %r8, R8
save_message:
    save %rax, RAX
    save %rbx, RBX
    save %r9, R9
    save %r10, R10
    save %r12, R12
    save %r13, R13
    save %r14, R14
    save %r15, R15
    movq %rbp, %rdi
    xorl %ebp, %ebp                     // ends the chain of stack frames
    call flat_general_ipc
    jmp flat_resume

// SystemClock: rbx, rbp and r12 to r15 are preserved by C++, and the others cleared; nobody else
// can run before it ends.
system_clock:
    movq %rcx, PROCESSOR(kept_rax)
    movq %r11, PROCESSOR(kept_r9)
    movq %rsp, PROCESSOR(kept_rsp)
    movq PROCESSOR(kernel_stack_top), %rsp
    call flat_system_clock
    movq PROCESSOR(kept_rsp), %rsp
    movq PROCESSOR(kept_r9), %r11
    movq PROCESSOR(kept_rax), %rcx
    xorl %edx, %edx
    xorl %esi, %esi
    xorl %edi, %edi
    xorl %r8d, %r8d
    xorl %r9d, %r9d
    xorl %r10d, %r10d
    leave_by_sysret

// ThreadSwitch: what callers may get back changed is what it was when all of it was last saved.
thread_switch:
    movq PROCESSOR(current_tcb), %rsi
    movq %rcx, OFFSET_TCB_RIP(%rsi)
    movq %r11, OFFSET_TCB_RFLAGS(%rsi)
    movq %rsp, OFFSET_TCB_RSP(%rsi)
    movq PROCESSOR(kernel_stack_top), %rsp
    xorl %ebp, %ebp
    call flat_thread_switch
    jmp flat_resume

// Unmap of one flexpage: nobody else can run before the simple case of it ends. The message is
// kept: rbx and r12 to r15 are preserved by C++.
unmap:
    testb $0x3f, %dl
    jnz general_system_call
    movq %rsp, PROCESSOR(kept_rsp)
    movq PROCESSOR(kernel_stack_top), %rsp
    pushq %rdx
    pushq %r9
    pushq %rcx
    pushq %r11
    pushq %rax
    pushq %r10
    xorl %ebp, %ebp
    movq PROCESSOR(current_tcb), %rsi
    movq %r9, %rcx
    call flat_unmap_page
    testq %rax, %rax
    jz unmap_slowly
    movq %rax, %r9
    popq %r10
    popq %rax
    popq %r11
    popq %rcx
    movq PROCESSOR(kept_rsp), %rsp
    movq flat_user_slot, %rdi           // the local name
    xorl %edx, %edx
    xorl %esi, %esi
    xorl %r8d, %r8d
    leave_by_sysret
unmap_slowly:
    popq %r10
    popq %rax
    popq %r11
    popq %rcx
    popq %r9
    popq %rdx
    movq PROCESSOR(kept_rsp), %rsp
    movl $SYSTEM_CALL_UNMAP, %ebp
    xorl %edi, %edi
    xorl %esi, %esi
    xorl %r8d, %r8d
    jmp general_system_call

// No register is free but rsp, once it is put aside.
other_system_call:
    cmpq $SYSTEM_CALL_SYSTEM_CLOCK, %rbp
    je system_clock
    cmpq $SYSTEM_CALL_THREAD_SWITCH, %rbp
    je thread_switch
    cmpq $SYSTEM_CALL_UNMAP, %rbp
    je unmap
general_system_call:
    movq %rsp, PROCESSOR(kept_rsp)
    movq PROCESSOR(current_tcb), %rsp
    movq %rbp, OFFSET_TCB_RBP(%rsp)
    movq %rsp, %rbp
    save %rcx, RIP
    save %r11, RFLAGS
    save %rax, RAX
    save %rbx, RBX
    save %rdx, RDX
    save %rsi, RSI
    save %rdi, RDI
    save %r8, R8
    save %r9, R9
    save %r10, R10
    save %r12, R12
    save %r13, R13
    save %r14, R14
    save %r15, R15
    movq PROCESSOR(kept_rsp), %rax
    save %rax, RSP
    movq PROCESSOR(kernel_stack_top), %rsp
    movq %rbp, %rdi
    xorl %ebp, %ebp
    call flat_system_call
    jmp flat_resume

    .section .note.GNU-stack, "", @progbits
