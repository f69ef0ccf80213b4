# SPDX-License-Identifier: BSD-2-Clause
# Lines are those of physical memory: one line seen at two addresses is one, one address that shows
# two lines is two. Each mode has its own set, and many lines are as exact as few.
.include "guest.inc"
.set window, 0x40400000         # the third large page of user_directory
.text
.globl test
test:
    lea spare_in_kernel(%rip), %rbx
    MARK 0
    mov (%rbx), %rax            # the same memory through three mappings
    mov spare, %rax
    mov window, %rax
    MARK 1
    mov window, %rax            # two memories through one mapping
    movl $0x600000 + 0x87, user_directory + 16
    invlpg window
    mov window, %rax
    MARK 2
    movl $spare + 0x87, user_directory + 16
    invlpg window
    lea spare, %rdi
    mov $20000, %ecx
    MARK 3
1:  mov (%rdi), %rax            # 20000 lines, twice each
    mov 63(%rdi), %al
    add $64, %rdi
    dec %ecx
    jnz 1b
    MARK 4
    mov spare, %rax             # the set is empty again
    MARK 5
    TO_USER user

.section .user, "awx", @progbits
user:
    USER_MARK 6
    mov window, %rax
    mov window, %rax
    USER_MARK 7
    EXIT
# expect 0 1: kernel_instructions=3 kernel_reads=3 kernel_lines=1
# expect 1 2: kernel_instructions=4 kernel_reads=2 kernel_writes=1 kernel_lines=3 control_writes=1
# expect 3 4: kernel_instructions=100000 kernel_reads=40000 kernel_lines=20000
# expect 4 5: kernel_instructions=1 kernel_reads=1 kernel_lines=1
# expect 5 6: kernel_instructions=7 kernel_reads=9 kernel_writes=5 kernel_lines=2
# expect 6 7: user_instructions=2 user_reads=2 user_lines=1
