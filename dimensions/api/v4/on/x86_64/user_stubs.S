// SPDX-License-Identifier: BSD-2-Clause
// The system calls as user programs see them: they run in user mode, at user_stubs_base.
//
// A stub turns local thread identifiers, addresses of message registers, into global ones: the
// global identifier lies 120 bytes before the registers. Then it names the call in rbp. Callers
// have saved rbp; everything else but rsp may change.

#include "system_call_numbers.h"

.set GLOBAL_ID, -120

// Turns the identifier in \id into a global one, unless it is nil.
.macro globalize id, id_low
    testb $0x3f, \id_low
    jnz 1f
    testq \id, \id
    jz 1f
    movq GLOBAL_ID(\id), \id
1:
.endm

.macro enter number
    movl $\number, %ebp
    syscall
    ret
.endm

    .section .user_stubs, "ax"

    .globl user_stub_ipc
user_stub_ipc:
    testb $0x3f, %sil
    jz receiver_is_local
receiver_is_global:
    testb $0x3f, %dl
    jz sender_is_local
sender_is_global:
    xorl %ebp, %ebp
    syscall
    ret
receiver_is_local:
    globalize %rsi, %sil
    jmp receiver_is_global
sender_is_local:
    testq %rdx, %rdx
    jz sender_is_global
    leaq 64(%rdx), %rbp                 // any local thread: -64
    testq %rbp, %rbp
    jz sender_is_global
    movq GLOBAL_ID(%rdx), %rdx
    jmp sender_is_global

    .globl user_stub_space_control
user_stub_space_control:
    globalize %rdi, %dil
    globalize %r9, %r9b
    enter SYSTEM_CALL_SPACE_CONTROL

    .globl user_stub_thread_control
user_stub_thread_control:
    globalize %rdi, %dil
    globalize %r8, %r8b
    globalize %rdx, %dl
    globalize %rsi, %sil
    enter SYSTEM_CALL_THREAD_CONTROL

    .globl user_stub_processor_control
user_stub_processor_control:
    enter SYSTEM_CALL_PROCESSOR_CONTROL

    .globl user_stub_memory_control
user_stub_memory_control:
    // SYSCALL takes rcx and r11, in which two attributes are: message register 1 makes room for
    // them, which goes to the UTCB here. rdi is the UTCB's address, which the kernel knows.
    movq %gs:0, %rdi
    movq %rax, 8(%rdi)
    movq %rcx, %rax
    movq %r11, %rdi
    enter SYSTEM_CALL_MEMORY_CONTROL

    .globl user_stub_unmap
user_stub_unmap:
    enter SYSTEM_CALL_UNMAP

    .globl user_stub_exchange_registers
user_stub_exchange_registers:
    globalize %rax, %al
    enter SYSTEM_CALL_EXCHANGE_REGISTERS

    .globl user_stub_system_clock
user_stub_system_clock:
    enter SYSTEM_CALL_SYSTEM_CLOCK

    .globl user_stub_thread_switch
user_stub_thread_switch:
    globalize %rdi, %dil
    enter SYSTEM_CALL_THREAD_SWITCH

    .globl user_stub_schedule
user_stub_schedule:
    globalize %rdi, %dil
    enter SYSTEM_CALL_SCHEDULE

// The word that users read as gs:0, alone in its page; the kernel writes it here.
    .section .bss.user_slot, "aw", @nobits
    .balign 4096
    .globl flat_user_slot
flat_user_slot:
    .skip 4096

    .section .note.GNU-stack, "", @progbits
