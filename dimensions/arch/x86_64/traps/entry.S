// SPDX-License-Identifier: BSD-2-Clause
// Entry and exit of traps: 128 stubs, one way in, one way out.
//
// A trap from user mode leaves what the processor and the stub push on the kernel stack; from there
// it goes into the running context's RegisterFrame, with all other registers. A trap from kernel
// mode makes its frame on the stack in use. Either way the handler runs on the processor's kernel
// stack; a trap that comes while on it is our bug. The way out is the frame that the processor area
// names: the one that the way in filled, unless the handler named another. OFFSET_FRAME_… come from
// register_frame.cpp: where the compiler has put the registers.
//
// A brief trap saves only what C++ may change, and on the stack: C++ keeps the others itself. If
// its handler names a context, all that it has interrupted in user mode goes into its frame then.

#include <x86_64/leave.S>
#include <x86_64/processor.h>

.set TRAP_CS, 16                        // after rsi and rip
.set FRAME_SIZE, 176                    // pinned in register_frame.hpp

.macro save register, name
    movq \register, OFFSET_FRAME_\name(%rdx)
.endm

.macro load name, register
    movq OFFSET_FRAME_\name(%rbp), \register
.endm

// The registers of the frame at rdx that the stub has not pushed and calls may not change.
.macro save_what_calls_keep
    save %rbx, RBX
    save %rbp, RBP
    save %r12, R12
    save %r13, R13
    save %r14, R14
    save %r15, R15
.endm

// Fills in what the stub and the processor have pushed.
.macro take_what_was_pushed
    popq OFFSET_FRAME_RSI(%rdx)
    popq OFFSET_FRAME_RIP(%rdx)
    popq OFFSET_FRAME_CS(%rdx)
    popq OFFSET_FRAME_RFLAGS(%rdx)
    popq OFFSET_FRAME_RSP(%rdx)
    popq OFFSET_FRAME_SS(%rdx)
.endm

// All but rdx and what was pushed; rsi is the vector and the error code.
.macro save_registers
    save %rax, RAX
    save %rcx, RCX
    save %rsi, VECTOR
    save %rdi, RDI
    save %r8, R8
    save %r9, R9
    save %r10, R10
    save %r11, R11
    save_what_calls_keep
.endm

// Makes the frame on the stack in use, from what is there downwards, and rdx its address, as
// handlers want it. Nothing comes in between: interrupts are disabled, and what cannot be disabled
// has a stack of its own.
.macro save_trap_here
    movq %rdx, OFFSET_FRAME_RDX - FRAME_SIZE(%rsp)
    leaq -FRAME_SIZE(%rsp), %rdx
    save_registers
    take_what_was_pushed
.endm

// What the calling convention lets C++ change (System V ABI for AMD64, section 3.2.1), but rsi.
.macro push_what_calls_change
    pushq %rax
    pushq %rcx
    pushq %rdx
    pushq %rdi
    pushq %r8
    pushq %r9
    pushq %r10
    pushq %r11
.endm

.macro pop_what_calls_change
    popq %r11
    popq %r10
    popq %r9
    popq %r8
    popq %rdi
    popq %rdx
    popq %rcx
    popq %rax
.endm

// Calls a handler that does not return, below the frame.
.macro end_by function
    leaq -16(%rdx), %rsp
    andq $-16, %rsp
    xorl %ebp, %ebp
    call \function
.endm

// The error code, which the processor has pushed before the stub has pushed rsi, goes into the
// upper half of rsi: on the stack is what there is without error codes.
.macro take_error_code
    shlq $32, 8(%rsp)
    orq 8(%rsp), %rsi
    popq (%rsp)
.endm

    .section .text.entry, "ax"

trap_entry_with_error_code:
    take_error_code
// The common way in: rsi is the vector, and its value on the stack, below what the processor
// pushed.
    .balign 16
    .globl flat_trap_entry
flat_trap_entry:
    cld
    .globl flat_trap_entry_clac
flat_trap_entry_clac:
    nopl (%rax)                         // 3 bytes: becomes clac where there is SMAP
    testb $3, TRAP_CS(%rsp)
    jnz trap_from_user
    save_trap_here
    cmpq PROCESSOR(kernel_stack_base), %rdx
    jb on_other_stack
    cmpq PROCESSOR(kernel_stack_top), %rdx
    jb on_kernel_stack
on_other_stack:
    movq %rdx, PROCESSOR(context)
handle_trap:
    movq PROCESSOR(kernel_stack_top), %rsp
    xorl %ebp, %ebp                     // ends the chain of stack frames
    call flat_trap

// The way out. [[noreturn]] void flat_resume(): also called from C++, on any stack.
    .globl flat_resume
flat_resume:
    movq PROCESSOR(context), %rbp
    movq PROCESSOR(kernel_stack_top), %rsp
    pushq OFFSET_FRAME_SS(%rbp)
    pushq OFFSET_FRAME_RSP(%rbp)
    pushq OFFSET_FRAME_RFLAGS(%rbp)
    pushq OFFSET_FRAME_CS(%rbp)
    pushq OFFSET_FRAME_RIP(%rbp)
    load RAX, %rax
    load RBX, %rbx
    load RCX, %rcx
    load RDX, %rdx
    load RSI, %rsi
    load RDI, %rdi
    load R8, %r8
    load R9, %r9
    load R10, %r10
    load R11, %r11
    load R12, %r12
    load R13, %r13
    load R14, %r14
    load R15, %r15
    load RBP, %rbp
    leave_by_iret

trap_from_user:
    pushq %rdx
    movq PROCESSOR(context), %rdx
    save_registers
    popq OFFSET_FRAME_RDX(%rdx)
    take_what_was_pushed
    jmp handle_trap

on_kernel_stack:
    end_by flat_fatal_trap

// The way in of what is no exception. A direct branch for each way: an indirect one could be
// misled, by what ran before, into any code (retpolines).
    .balign 16
interrupt_entry:
    cmpq $0, flat_brief_handlers(, %rsi, 8)
    je flat_trap_entry
// The way in and out of brief traps. While the handler runs, the area names flat_brief_context.
    .globl flat_brief_trap_entry
flat_brief_trap_entry:
    cld
    .globl flat_brief_trap_entry_clac
flat_brief_trap_entry_clac:
    nopl (%rax)                         // as above
    testb $3, TRAP_CS(%rsp)
    jnz brief_trap_from_user
    push_what_calls_change
    cmpq PROCESSOR(kernel_stack_base), %rsp
    jb brief_on_other_stack
    cmpq PROCESSOR(kernel_stack_top), %rsp
    jb brief_on_kernel_stack
brief_on_other_stack:
    movq %rsp, PROCESSOR(kept_rsp)
    movq PROCESSOR(kernel_stack_top), %rsp
    movq $flat_brief_context, PROCESSOR(context)
    call flat_brief_trap
    cmpq $flat_brief_context, PROCESSOR(context)
    jne flat_resume                     // what was interrupted is not resumed any more
    movq PROCESSOR(kept_rsp), %rsp
    pop_what_calls_change
    popq %rsi
    iretq

brief_on_kernel_stack:
    pop_what_calls_change
    save_trap_here
    end_by flat_fatal_trap

// On the kernel stack, where the processor has pushed.
brief_trap_from_user:
    push_what_calls_change
    pushq PROCESSOR(context)
    subq $8, %rsp                       // calls want it to be a multiple of 16
    movq $flat_brief_context, PROCESSOR(context)
    call flat_brief_trap
    addq $8, %rsp
    cmpq $flat_brief_context, PROCESSOR(context)
    jne leave_interrupted_user
    popq PROCESSOR(context)
    pop_what_calls_change
    popq %rsi
    leave_by_iret

// Another context has been named: what C++ has kept is as it was interrupted.
leave_interrupted_user:
    popq %rdx
    save_what_calls_keep
    popq OFFSET_FRAME_R11(%rdx)
    popq OFFSET_FRAME_R10(%rdx)
    popq OFFSET_FRAME_R9(%rdx)
    popq OFFSET_FRAME_R8(%rdx)
    popq OFFSET_FRAME_RDI(%rdx)
    popq OFFSET_FRAME_RDX(%rdx)
    popq OFFSET_FRAME_RCX(%rdx)
    popq OFFSET_FRAME_RAX(%rdx)
    take_what_was_pushed
    movq $0, OFFSET_FRAME_VECTOR(%rdx)
    jmp flat_resume

// The way in for traps that have a stack of their own and no way out. NMIs never come here: one may
// interrupt any instruction, those around a change of stacks too, and none of them needs more than
// its stub, which changes a word of memory and no register.
fatal_trap_entry_with_error_code:
    take_error_code
fatal_trap_entry:
    cld
    save_trap_here
    end_by flat_fatal_trap

// void flat_idle(void*): waits for interrupts for ever.
    .globl flat_idle
flat_idle:
    sti
    hlt
    jmp flat_idle

// The stub of vector n is at flat_trap_stubs + 16 * n. Vector 2 is the NMI, which is counted; 8 and
// 18 (double fault, machine check) are fatal; 8, 10 to 14, 17, 21, 29 and 30 come with an error
// code (SDM 3A, 6.13); 127 is the spurious interrupt, which means nothing (vectors.hpp).
    .balign 16
    .globl flat_trap_stubs
flat_trap_stubs:
.set vector, 0
.rept 128
    .balign 16
    .if vector == 127
    iretq
    .elseif vector == 2
    incq PROCESSOR(nmi_count)
    iretq
    .else
    pushq %rsi
    movl $vector, %esi
    .if vector == 18
    jmp fatal_trap_entry
    .elseif vector == 8
    jmp fatal_trap_entry_with_error_code
    .elseif (vector >= 10 && vector <= 14) || vector == 17 || vector == 21 || \
        vector == 29 || vector == 30
    jmp trap_entry_with_error_code
    .elseif vector < 32
    jmp flat_trap_entry
    .else
    jmp interrupt_entry
    .endif
    .endif
    .set vector, vector + 1
.endr

    .section .bss.stack, "aw", @nobits
    .balign 4096
    .globl flat_kernel_stack_guard      // a page that stays unmapped
flat_kernel_stack_guard:
    .skip 4096
    .globl flat_kernel_stack
flat_kernel_stack:
    .skip 0x4000
    .globl flat_kernel_stack_end
flat_kernel_stack_end:
    .globl flat_fatal_stack_guard       // another one
flat_fatal_stack_guard:
    .skip 4096
    .skip 0x2000
    .globl flat_fatal_stack_end
flat_fatal_stack_end:
    .skip 0x2000
    .globl flat_machine_check_stack_end
flat_machine_check_stack_end:
    .skip 0x40                          // for what the processor pushes
    .globl flat_nmi_stack_end
flat_nmi_stack_end:
    .skip 0x200                         // for one frame
    .globl flat_idle_stack_end
flat_idle_stack_end:

    .section .note.GNU-stack, "", @progbits
