# SPDX-License-Identifier: BSD-2-Clause
# The one access that QEMU shows twice: when it counts instructions for its clock, an instruction
# that reads memory and then writes a device is begun anew at the write.
.include "guest.inc"
.set local_apic, 0x40400000     # mapped there below
.set destination, local_apic + 0xd0
.text
.globl test
test:
    movl $0xfee00000 + 0x83, user_directory + 16
    mov %cr3, %rax
    mov %rax, %cr3
    push $0
    MARK 0
    pop destination
    MARK 1
    lea data(%rip), %rsi
    lea destination, %rdi
    MARK 2
    movsl
    MARK 3
    EXIT

.data
.balign 64
data:
    .skip 64
# expect 0 1: kernel_instructions=1 kernel_reads=1 kernel_writes=1 kernel_lines=1
# expect 2 3: kernel_instructions=1 kernel_reads=1 kernel_writes=1 kernel_lines=1
# expect-icount 0 1: kernel_instructions=1 kernel_reads=2 kernel_writes=1 kernel_lines=1
# expect-icount 2 3: kernel_instructions=1 kernel_reads=2 kernel_writes=1 kernel_lines=1
