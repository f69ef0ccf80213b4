# SPDX-License-Identifier: BSD-2-Clause
# Changed code counts as what it has become. A store into the very block that it belongs to is begun
# twice, for QEMU translates the block anew at that point; with blocks of one instruction it is not.
.include "guest.inc"
.text
.globl test
test:
    MARK 0
    mov $100, %ecx
1:  incl leaf + 1(%rip)         # the immediate of code in another block
    call leaf
    dec %ecx
    jnz 1b
    MARK 1
    mov $100, %ecx
2:  incl data_in_code(%rip)     # data that lie between instructions
    jmp 3f
data_in_code:
    .long 0
3:  dec %ecx
    jnz 2b
    MARK 2
    movl $2, 4f + 1(%rip)       # code in the same block
4:  mov $1, %eax
    MARK 3
    movb $0x90, leaf + 5(%rip)  # a return becomes a nop before another return
    call leaf
    MARK 4
    EXIT

leaf:
    mov $1, %eax
    ret
    ret
# expect 0 1: kernel_instructions=601 kernel_reads=200 kernel_writes=200 kernel_lines=2
# expect 1 2: kernel_instructions=401 kernel_reads=100 kernel_writes=100 kernel_lines=1
# expect 2 3: kernel_instructions=3 kernel_writes=1 kernel_lines=1
# expect-single-step 2 3: kernel_instructions=2 kernel_writes=1 kernel_lines=1
# expect 3 4: kernel_instructions=5 kernel_reads=1 kernel_writes=2 kernel_lines=2
