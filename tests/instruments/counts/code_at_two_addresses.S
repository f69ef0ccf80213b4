# SPDX-License-Identifier: BSD-2-Clause
# The kernel is where instructions are fetched from, in virtual addresses: the same code counts as
# the kernel's in the upper half and as the user's below, even in ring 0, whichever ran first.
.include "guest.inc"
.text
.globl test
test:
    lea leaf(%rip), %rbx
    mov %ebx, %edx              # the same physical memory, mapped one to one
    MARK 0
    call *%rdx
    MARK 1
    call *%rbx
    MARK 2
    call *%rdx
    MARK 3
    EXIT

leaf:
    nop
    ret
# expect 0 1: kernel_instructions=1 kernel_writes=1 kernel_lines=1 user_instructions=2
#     user_reads=1 user_lines=1
# expect 1 2: kernel_instructions=3 kernel_reads=1 kernel_writes=1 kernel_lines=1
# expect 2 3: kernel_instructions=1 kernel_writes=1 kernel_lines=1 user_instructions=2
#     user_reads=1 user_lines=1
