// SPDX-License-Identifier: BSD-2-Clause
// What the self test runs in user mode, copied to a page of its own.

    .section .rodata.self_test, "a"
    .globl flat_self_test_user_code
flat_self_test_user_code:
    ret                                 // what the kernel tries to execute
    .globl flat_self_test_user_entry
flat_self_test_user_entry:
    pushfq
    orl $0x40000, (%rsp)                // AC: would suspend SMAP if it reached the kernel
    popfq
    movq $0x1234, %r15
    int3
    movq 0xffffffff80200000, %rax       // the kernel's
    int3
    .globl flat_self_test_user_code_end
flat_self_test_user_code_end:

    .section .note.GNU-stack, "", @progbits
