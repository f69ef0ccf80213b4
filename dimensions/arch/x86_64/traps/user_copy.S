// SPDX-License-Identifier: BSD-2-Clause
// Copies between the kernel and programs, whose faults have a way out.

    .section .text.user_copy, "ax"

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
