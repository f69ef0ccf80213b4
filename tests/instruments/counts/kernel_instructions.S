# SPDX-License-Identifier: BSD-2-Clause
# Instructions of the kernel count once each time they begin, whatever blocks QEMU makes of them:
# straight on, around a loop often enough to be chained, over jumps, and in a call.
.include "guest.inc"
.text
.globl test
test:
    MARK 0
    nop
    xor %eax, %eax
    add $1, %rax
    MARK 1
    mov $100000, %ecx
1:  dec %ecx
    jnz 1b
    MARK 2
    jmp 2f
    ud2
2:  test %ecx, %ecx
    jnz 2b
    cmovnz %eax, %ecx
    MARK 3
    .rept 2000              # more than one block holds
    lea 1(%rax), %rax
    .endr
    MARK 4
    mov $1000, %ecx
3:  call leaf
    dec %ecx
    jnz 3b
    MARK 5
    EXIT

leaf:
    ret
# expect 0 1: kernel_instructions=3
# expect 1 2: kernel_instructions=200001
# expect 2 3: kernel_instructions=4
# expect 3 4: kernel_instructions=2000
# expect 4 5: kernel_instructions=4001 kernel_reads=1000 kernel_writes=1000 kernel_lines=1
