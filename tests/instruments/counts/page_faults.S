# SPDX-License-Identifier: BSD-2-Clause
# An instruction that faults counts when it begins, and again when it is begun anew; the accesses
# that it made before it faulted count too. What the processor pushes for the exception is no
# instruction's access; IRETQ reads 5 words and the halves of 2 descriptors, in 2 lines.
.include "guest.inc"
.set window, 0x40600000         # the fourth large page of user_directory

# Makes the window fault once: the handler maps it.
.macro UNMAP
    movq $0, user_directory + 24
    invlpg window
.endm

.text
.globl test
test:
    VECTOR 14, page_fault
    UNMAP
    MARK 0
    mov window, %rax            # begun twice, reads once
    MARK 1
    UNMAP
    MARK 2
    push window                 # faults before it pushes
    pop %rax
    MARK 3
    UNMAP
    mov $window, %esp           # a stack that ends where the window begins
    MARK 4
    pop %rax                    # faults; the handler runs on this stack, below the window
    MARK 5
    lea kernel_stack_top(%rip), %rsp
    UNMAP
    lea data(%rip), %rsi
    mov $window, %edi
    MARK 6
    movsq                       # reads, faults, reads again and writes
    MARK 7
    UNMAP
    lea data(%rip), %rsi
    mov $window - 8, %edi
    mov $3, %ecx
    MARK 8
    rep movsq                   # the second of three iterations faults
    MARK 9
    EXIT

page_fault:                     # 3 instructions; 1 write besides IRETQ's reads
    movl $0xa00000 + 0x87, user_directory + 24
    add $8, %rsp
    iretq

.data
.balign 64
data:
    .skip 64
# expect 0 1: kernel_instructions=5 kernel_reads=10 kernel_writes=1 kernel_lines=4
# expect 2 3: kernel_instructions=6 kernel_reads=11 kernel_writes=2 kernel_lines=4
# expect 4 5: kernel_instructions=5 kernel_reads=10 kernel_writes=1 kernel_lines=4
# expect 6 7: kernel_instructions=5 kernel_reads=11 kernel_writes=2 kernel_lines=5
# expect 8 9: kernel_instructions=8 kernel_reads=13 kernel_writes=4 kernel_lines=6
# expect-single-step 8 9: kernel_instructions=7 kernel_reads=13 kernel_writes=4 kernel_lines=6
