// SPDX-License-Identifier: BSD-2-Clause
// Entry and exit of traps: 128 stubs, one way in, one way out.
//
// A trap from user mode leaves what the processor and the stub push on the kernel stack; from there
// it goes into the running context's RegisterFrame, with all other registers. A trap from kernel
// mode makes its frame on the stack in use. Either way the handler runs on the processor's kernel
// stack; a trap that comes while on it is our bug. The way out is the frame that the processor area
// names: the one that the way in filled, unless the handler named another. OFFSET_FRAME_… come from
// register_frame.cpp: where the compiler has put the registers.

#include <x86_64/processor.h>

.set TRAP_CS, 24                        // after vector, error code and rip
.set FRAME_SIZE, 176                    // pinned in register_frame.hpp

.macro save register, name
    movq \register, OFFSET_FRAME_\name(%rbp)
.endm

.macro load name, register
    movq OFFSET_FRAME_\name(%rbp), \register
.endm

// Fills the frame at rbp; on the stack are the interrupted rbp, vector and error code, and what the
// processor has pushed.
.macro save_trap
    save %rax, RAX
    save %rbx, RBX
    save %rcx, RCX
    save %rdx, RDX
    save %rsi, RSI
    save %rdi, RDI
    save %r8, R8
    save %r9, R9
    save %r10, R10
    save %r11, R11
    save %r12, R12
    save %r13, R13
    save %r14, R14
    save %r15, R15
    popq OFFSET_FRAME_RBP(%rbp)
    popq OFFSET_FRAME_VECTOR(%rbp)
    popq OFFSET_FRAME_ERROR_CODE(%rbp)
    popq OFFSET_FRAME_RIP(%rbp)
    popq OFFSET_FRAME_CS(%rbp)
    popq OFFSET_FRAME_RFLAGS(%rbp)
    popq OFFSET_FRAME_RSP(%rbp)
    popq OFFSET_FRAME_SS(%rbp)
    movl OFFSET_FRAME_VECTOR(%rbp), %edi
    movq %rbp, %rsi
.endm

// The same with the frame on the stack in use, below what is there. Nothing comes in between:
// interrupts are disabled, and what cannot be disabled has a stack of its own.
.macro save_trap_here
    pushq %rbp
    leaq -FRAME_SIZE(%rsp), %rbp
    save_trap
.endm

// Calls a handler that does not return, below the frame.
.macro end_by function
    leaq -16(%rbp), %rsp
    andq $-16, %rsp
    xorl %ebp, %ebp
    call \function
.endm

    .section .text.entry, "ax"

// The common way in: vector and error code are on the stack below what the processor pushed.
    .balign 16
trap_entry:
    cld
    .globl flat_trap_entry_clac
flat_trap_entry_clac:
    nopl (%rax)                         // 3 bytes: becomes clac where there is SMAP
    testb $3, TRAP_CS(%rsp)
    jz trap_from_kernel
    pushq %rbp
    movq PROCESSOR(context), %rbp
    save_trap
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
    iretq

trap_from_kernel:
    save_trap_here
    cmpq PROCESSOR(kernel_stack_base), %rbp
    jb on_other_stack
    cmpq PROCESSOR(kernel_stack_top), %rbp
    jb on_kernel_stack
on_other_stack:
    movq %rbp, PROCESSOR(context)
    jmp handle_trap
on_kernel_stack:
    end_by flat_fatal_trap

// The way in for traps that have a stack of their own and no way out. NMIs never come here: one may
// interrupt any instruction, those around a change of stacks too, and none of them needs more than
// its stub, which changes a word of memory and no register.
    .balign 16
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
    .if !(vector == 8 || (vector >= 10 && vector <= 14) || vector == 17 || vector == 21 || \
          vector == 29 || vector == 30)
    pushq $0
    .endif
    pushq $vector
    .if vector == 8 || vector == 18
    jmp fatal_trap_entry
    .else
    jmp trap_entry
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
