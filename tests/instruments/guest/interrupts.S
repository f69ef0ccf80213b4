# SPDX-License-Identifier: BSD-2-Clause
# A loop (marks 0 and 1), a repeated string instruction (2 and 3) and a user program that calls and
# returns (4 and 5), which a periodic timer interrupts at any place. Three words from `spare` on
# count the interrupts of each.
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
    movl $0x20040, local_apic + 0x320
    movl $0xb, local_apic + 0x3e0
    movl $20011, local_apic + 0x380
    lea spare, %rbx
    sti
    jmp first                   # to a mark that is the last instruction of a page, and of its block
    .balign 4096
    .skip 4096 - 10
first:
    MARK 0
    mov $1000000, %ecx          # 2000002 instructions
1:  dec %ecx
    jnz 1b
    cli
    MARK 1
    lea spare + 8, %rbx
    lea spare + 4096, %rdi
    mov $1000000, %ecx
    MARK 2
    sti                         # 1000004 instructions and 1000000 writes
    nop                         # for QEMU lets no interrupt into what follows STI, repeated or not
    rep stosb
    cli
    MARK 3
    lea spare + 16, %rbx
    TO_USER user

tick:                           # 3 instructions; 1 read besides IRETQ's 9, and 2 writes
    incq (%rbx)
    movl $0, local_apic + 0xb0
    iretq

.section .user, "awx", @progbits
user:
    USER_MARK 4
    sti                         # 1200004 instructions, 300000 reads and writes
    nop
    mov $300000, %ecx
2:  call leaf
    dec %ecx
    jnz 2b
    cli
    USER_MARK 5
    EXIT

leaf:
    ret
