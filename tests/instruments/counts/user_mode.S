# SPDX-License-Identifier: BSD-2-Clause
# What user instructions do is told apart from what kernel instructions do, there and back again.
.include "guest.inc"
.text
.globl test
test:
    SYSTEM_CALL system_call
    TO_USER user

system_call:
    mov kernel_word(%rip), %rax
    mov %rax, user_word                 # the kernel's accesses, wherever they go
    sysretq

.data
.balign 64
kernel_word:
    .quad 7

.section .user, "awx", @progbits
user:
    USER_MARK 0
    nop
    mov user_word(%rip), %rax
    push %rax
    pop %rax
    USER_MARK 1
    syscall
    USER_MARK 2
    mov $500, %ebx
1:  syscall
    mov user_word + 64(%rip), %rax
    dec %ebx
    jnz 1b
    USER_MARK 3
    EXIT

.balign 64
user_word:
    .quad 0
.balign 64
    .quad 0
# expect 0 1: user_instructions=4 user_reads=2 user_writes=1 user_lines=2
# expect 1 2: user_instructions=1 kernel_instructions=3 kernel_reads=1 kernel_writes=1
#     kernel_lines=2
# expect 2 3: user_instructions=2001 user_reads=500 user_lines=1 kernel_instructions=1500
#     kernel_reads=500 kernel_writes=500 kernel_lines=2
