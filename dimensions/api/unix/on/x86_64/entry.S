// SPDX-License-Identifier: BSD-2-Clause
// The way of system calls into the kernel and back.
//
// flat_unix_area (user_mode.cpp) belongs to the processor and follows the running thread. SYSCALL
// has the user's instruction pointer in rcx and its flags in r11; the number is in rax, arguments
// are in rdi, rsi, rdx, r10, r8 and r9. All registers go to the end of the thread's kernel stack,
// in the form of a RegisterFrame, whose members that never change are there already; calls are
// functions of that frame. C++ keeps rbx, rbp and r12 to r15, so that only the others are given
// back. Whoever has to do something before (signals) goes back by IRETQ, with all of the frame.

#include <x86_64/leave.S>
#include <x86_64/processor.h>

.set REGISTERS, flat_unix_area
.set TASK, flat_unix_area + 8
.set FRAME, flat_unix_area + 16
.set KEPT_RSP, flat_unix_area + 24
.set TASK_ATTENTION, 8

.macro save register, name
    movq \register, OFFSET_FRAME_\name(%rsp)
.endm

.macro load name, register
    movq OFFSET_FRAME_\name(%rsp), \register
.endm

    .section .text.entry, "ax"

    .balign 64
    .globl flat_system_call_entry
flat_system_call_entry:
    movq %rsp, KEPT_RSP
    movq REGISTERS, %rsp
    save %rcx, RIP
    movq KEPT_RSP, %rcx
    save %r11, RFLAGS
    save %rcx, RSP
    save %rax, RAX
    save %rbx, RBX
    save %rdx, RDX
    save %rsi, RSI
    save %rdi, RDI
    save %rbp, RBP
    save %r8, R8
    save %r9, R9
    save %r10, R10
    save %r12, R12
    save %r13, R13
    save %r14, R14
    save %r15, R15
    movq %rsp, %rdi
    sti
    cmpq flat_unix_call_count, %rax
    jae 2f
    call *flat_unix_calls(, %rax, 8)
1:  cli
    movq TASK, %rcx
    cmpq $0, TASK_ATTENTION(%rcx)
    jne 3f
    movq FRAME, %rcx                    // where the next trap puts the registers
    movq %rcx, PROCESSOR(context)
    load RDX, %rdx
    load RSI, %rsi
    load RDI, %rdi
    load R8, %r8
    load R9, %r9
    load R10, %r10
    load RFLAGS, %r11
    load RIP, %rcx
    load RSP, %rsp
    leave_by_sysret
2:  movq $-38, %rax                     // ENOSYS: no call has such a number
    jmp 1b
3:  load RAX, %rdi
    movq %rax, %rsi
    call flat_unix_go_back

    .section .note.GNU-stack, "", @progbits
