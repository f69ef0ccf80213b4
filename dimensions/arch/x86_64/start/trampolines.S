// SPDX-License-Identifier: BSD-2-Clause
// Ways in and out that change page tables: all of the kernel that `arch.PageIsolation` leaves in
// those of user mode.
//
// The kernel's top table of an address space lies at a multiple of 8 KiB, user mode's in the next
// page. What has been pushed or kept here stays until the same way is taken again: rax, and where a
// thread was (rip, rsp, flags), which may be another's than the one that goes on.

#include <x86_64/processor.h>

.set USER_TABLE, 0x1000
.set TRAMPOLINE_BYTES, 128              // pinned in page_isolation.cpp
.set INTERRUPT_TABLE_BYTES, 0x800       // likewise
.set DESCRIPTORS_BYTES, 0x40            // likewise

.macro use_kernel_table register
    movq %cr3, \register
    andq $~USER_TABLE, \register
    movq \register, %cr3
.endm

.macro use_user_table register
    movq %cr3, \register
    orq $USER_TABLE, \register
    movq \register, %cr3
.endm

// To the stub in entry.S, with the words that the processor has pushed on the stack that it wants.
// rax is kept at `kept`, and tells where they are.
.macro go_on_at_stub kept, has_error_code
    .if \has_error_code
    pushq 40(%rax)
    .endif
    pushq 32(%rax)
    pushq 24(%rax)
    pushq 16(%rax)
    pushq 8(%rax)
    pushq (%rax)
    movq \kept, %rax
    jmp flat_trap_stubs + 16 * vector
.endm

// What comes from the kernel goes on where it is.
.macro enter has_error_code
    testb $3, 8 + 8 * \has_error_code(%rsp)
    jz flat_trap_stubs + 16 * vector
    movq %rax, kept_rax
    use_kernel_table %rax
    movq %rsp, %rax
    movq PROCESSOR(kernel_stack_top), %rsp
    go_on_at_stub kept_rax, \has_error_code
.endm

// What has no way out may have come in a trampoline, by any page tables.
.macro enter_for_good stack_end, has_error_code
    movq %rax, kept_rax_for_good
    movq flat_trampoline_kernel_root, %rax
    movq %rax, %cr3
    movq %rsp, %rax
    movq $\stack_end, %rsp
    go_on_at_stub kept_rax_for_good, \has_error_code
.endm

    .section .text.trampolines, "ax"
    .balign 4096
    .globl flat_trampolines
flat_trampolines:
.set vector, 0
.rept 128
    .balign TRAMPOLINE_BYTES
    .if vector == 127
    iretq
    .elseif vector == 2
    pushq %rax
    movq %cr3, %rax
    pushq %rax
    movq flat_trampoline_kernel_root, %rax
    movq %rax, %cr3
    incq PROCESSOR(nmi_count)
    popq %rax
    movq %rax, %cr3
    popq %rax
    iretq
    .elseif vector == 8
    enter_for_good flat_fatal_stack_end, 1
    .elseif vector == 18
    enter_for_good flat_machine_check_stack_end, 0
    .elseif (vector >= 10 && vector <= 14) || vector == 17 || vector == 21 || \
        vector == 29 || vector == 30
    enter 1
    .else
    enter 0
    .endif
    .set vector, vector + 1
.endr

    .balign TRAMPOLINE_BYTES
    .globl flat_system_call_trampoline
flat_system_call_trampoline:
    movq %rsp, kept_rsp
    use_kernel_table %rsp
    movq kept_rsp, %rsp
    jmp flat_system_call_entry

// In the place of SYSRET; the stack is the user's.
    .globl flat_sysret_trampoline
flat_sysret_trampoline:
    movq %rsp, kept_rsp
    use_user_table %rsp
    movq kept_rsp, %rsp
    sysretq

// In the place of IRET, which may go on in the kernel.
    .globl flat_iret_trampoline
flat_iret_trampoline:
    testb $3, 8(%rsp)
    jz 1f
    movq %rax, kept_rax
    movq %rsp, %rax
    movq $flat_trampoline_stack_end, %rsp
    pushq 32(%rax)
    pushq 24(%rax)
    pushq 16(%rax)
    pushq 8(%rax)
    pushq (%rax)
    use_user_table %rax
    movq kept_rax, %rax
1:  iretq
    .balign 4096
    .globl flat_trampolines_end
flat_trampolines_end:

// Images without programs that call have no entry of calls.
    .weak flat_system_call_entry

    .section .bss.trampolines, "aw", @nobits
    .balign 4096
    .globl flat_trampoline_data
flat_trampoline_data:
    .globl flat_trampoline_interrupt_table
flat_trampoline_interrupt_table:
    .skip INTERRUPT_TABLE_BYTES
    .globl flat_trampoline_descriptors
flat_trampoline_descriptors:
    .skip DESCRIPTORS_BYTES
    .globl flat_trampoline_kernel_root
flat_trampoline_kernel_root:
    .skip 8
kept_rax:
    .skip 8
kept_rsp:
    .skip 8
kept_rax_for_good:
    .skip 8
    .balign 16
    .skip 0x80                          // for what the processor pushes
    .globl flat_trampoline_stack_end
flat_trampoline_stack_end:
    .skip 0x80
    .globl flat_trampoline_fatal_stack_end
flat_trampoline_fatal_stack_end:
    .skip 0x80
    .globl flat_trampoline_machine_check_stack_end
flat_trampoline_machine_check_stack_end:
    .skip 0x80
    .globl flat_trampoline_nmi_stack_end
flat_trampoline_nmi_stack_end:
    .balign 4096
    .globl flat_trampoline_data_end
flat_trampoline_data_end:

    .section .note.GNU-stack, "", @progbits
