# SPDX-License-Identifier: BSD-2-Clause
# Writes of control registers and MSRs and invalidations count as control writes; reads do not.
.include "guest.inc"
.text
.globl test
test:
    MARK 0
    mov %cr3, %rax
    mov %rax, %cr3
    mov %cr0, %rax
    mov %rax, %cr0
    MARK 1
    mov $0xc0000102, %ecx       # KERNEL_GS_BASE
    rdmsr
    wrmsr
    invlpg (%rax)
    clts
    MARK 2
    smsw %eax
    lmsw %ax
    swapgs                      # exchanges two MSRs, and is not called a write of one
    swapgs
    MARK 3
    EXIT
# expect 0 1: kernel_instructions=4 control_writes=2
# expect 1 2: kernel_instructions=5 control_writes=3
# expect 2 3: kernel_instructions=4 control_writes=1
