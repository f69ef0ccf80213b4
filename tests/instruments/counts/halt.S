# SPDX-License-Identifier: BSD-2-Clause
# HLT counts once however long it waits, and the interrupt that ends it costs its handler's
# instructions only.
.include "guest.inc"
.set local_apic, 0x40400000     # mapped there below
.text
.globl test
test:
    VECTOR 0x40, tick
    movl $0xfee00000 + 0x83, user_directory + 16
    mov %cr3, %rax
    mov %rax, %cr3
    mov $0xff, %al              # no interrupts but the local APIC's
    out %al, $0x21
    out %al, $0xa1
    movl $0x1ff, local_apic + 0xf0
    movl $0x40, local_apic + 0x320
    movl $3, local_apic + 0x3e0
    MARK 0
    movl $1, local_apic + 0x380 # expires at once, or nearly so
    sti
    hlt
    cli
    MARK 1
    movl $1000000, local_apic + 0x380
    sti
    hlt
    cli
    MARK 2
    EXIT

tick:
    movl $0, local_apic + 0xb0
    iretq
# expect 0 1: kernel_instructions=6 kernel_reads=9 kernel_writes=2 kernel_lines=2
# expect 1 2: kernel_instructions=6 kernel_reads=9 kernel_writes=2 kernel_lines=2
