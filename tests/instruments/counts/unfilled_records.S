# SPDX-License-Identifier: BSD-2-Clause
# A mark where no record can be changes nothing in memory but what it stores; it still ends a count.
.include "guest.inc"
.set local_apic, 0x40400000     # mapped there below
.text
.globl test
test:
    movl $0xfee00000 + 0x83, user_directory + 16
    mov %cr3, %rax
    mov %rax, %cr3
    MARK 0
    nop
    movl $probe_mark, local_apic + 0xd0 # a device
    nop
    MARK 1
    movl $probe_mark, records + 1024 + 64(%rip)
    movl $probe_mark, 0xf0000           # the firmware's ROM
    movl $probe_mark, 0x3f000000        # nothing is there
    MARK 2
    EXIT
# expect 0 1: kernel_instructions=2
# expect 1 2:
# states: filled not-in-memory filled misaligned without-mark not-in-memory filled
