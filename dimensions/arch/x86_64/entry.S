// SPDX-License-Identifier: BSD-2-Clause
// Entry and exit of traps: 256 stubs, one way in, one way out.
//
// A trap from user mode finds TSS.rsp0 at the end of the running context's RegisterFrame, so that
// the processor and the stub push straight into it. A trap from kernel mode pushes the frame on the
// stack in use. Either way the handler runs on the processor's kernel stack; a trap that comes
// while on it is our bug. The way out is always the frame that ends at TSS.rsp0: a trap from user
// mode lies there by itself, one from kernel mode is named there.

.set FRAME_VECTOR, 120                  // pinned in register_frame.hpp
.set FRAME_CS, 144
.set FRAME_SIZE, 176
.set VECTOR_AND_ERROR_CODE, 16

.macro push_registers
    pushq %rax
    pushq %rcx
    pushq %rdx
    pushq %rbx
    pushq %rbp
    pushq %rsi
    pushq %rdi
    pushq %r8
    pushq %r9
    pushq %r10
    pushq %r11
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
.endm

.macro pop_registers
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %r11
    popq %r10
    popq %r9
    popq %r8
    popq %rdi
    popq %rsi
    popq %rbp
    popq %rbx
    popq %rdx
    popq %rcx
    popq %rax
.endm

    .section .text.entry, "ax"

// The common way in: vector and error code are on the stack above what the processor pushed.
    .balign 16
trap_entry:
    push_registers
    cld
    .globl flat_trap_entry_clac
flat_trap_entry_clac:
    nopl (%rax)                         // 3 bytes: becomes clac where there is SMAP
    movq %rsp, %rsi
    movl FRAME_VECTOR(%rsp), %edi
    testb $3, FRAME_CS(%rsp)
    jz trap_from_kernel
handle_trap:
    leaq FRAME_SIZE(%rsi), %rax
    movq %rax, flat_processor_rsp0
    movq flat_processor_kernel_stack_top, %rsp
    xorl %ebp, %ebp                     // ends the chain of stack frames
    call flat_trap

// The way out. [[noreturn]] void flat_resume(): also called from C++, on any stack.
    .globl flat_resume
flat_resume:
    movq flat_processor_rsp0, %rsp
    subq $FRAME_SIZE, %rsp
    pop_registers
    addq $VECTOR_AND_ERROR_CODE, %rsp
    iretq

trap_from_kernel:
    movq $flat_kernel_stack, %rax
    cmpq %rax, %rsp
    jb handle_trap
    cmpq flat_processor_kernel_stack_top, %rsp
    jae handle_trap
    xorl %ebp, %ebp
    call flat_fatal_trap

// The way in for traps that have a stack of their own and no way out.
    .balign 16
fatal_trap_entry:
    push_registers
    cld
    movq %rsp, %rsi
    movl FRAME_VECTOR(%rsp), %edi
    xorl %ebp, %ebp
    call flat_fatal_trap

// void flat_idle(void*): waits for interrupts for ever.
    .globl flat_idle
flat_idle:
    sti
    hlt
    jmp flat_idle

// The stub of vector n is at flat_trap_stubs + 16 * n. Vectors 2, 8 and 18 (NMI, double fault,
// machine check) are fatal; 8, 10 to 14, 17, 21, 29 and 30 come with an error code (SDM 3A, 6.13);
// 255 is the spurious interrupt, which means nothing (vectors.hpp).
    .balign 16
    .globl flat_trap_stubs
flat_trap_stubs:
.set vector, 0
.rept 256
    .balign 16
    .if vector == 255
    iretq
    .else
    .if !(vector == 8 || (vector >= 10 && vector <= 14) || vector == 17 || vector == 21 || \
          vector == 29 || vector == 30)
    pushq $0
    .endif
    pushq $vector
    .if vector == 2 || vector == 8 || vector == 18
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
    .skip 0x200                         // for one frame
    .globl flat_idle_stack_end
flat_idle_stack_end:

    .section .note.GNU-stack, "", @progbits
