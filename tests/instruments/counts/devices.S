# SPDX-License-Identifier: BSD-2-Clause
# Accesses to devices: none is counted twice although QEMU translates some anew when it counts
# instructions for its clock; a device's registers are read and written but have no lines.
.include "guest.inc"
.set local_apic, 0x40400000     # mapped there below
.set identity, local_apic + 0x20
.set destination, local_apic + 0xd0
.text
.globl test
test:
    movl $0xfee00000 + 0x83, user_directory + 16
    mov %cr3, %rax
    mov %rax, %cr3
    MARK 0
    mov $100, %ecx
1:  in $0x80, %al               # no data access
    out %al, $0x80
    dec %ecx
    jnz 1b
    MARK 1
    mov $100, %ecx
2:  mov identity, %eax
    mov data(%rip), %rdx
    mov %eax, destination
    dec %ecx
    jnz 2b
    MARK 2
    mov $100, %ecx
3:  rdtsc
    dec %ecx
    jnz 3b
    MARK 3
    addl $0, destination
    push identity
    MARK 4
    lea data(%rip), %rsi
    mov $0x80, %edx
    mov $20, %ecx
    MARK 5
    rep outsb
    MARK 6
    lea data(%rip), %rdi
    mov $20, %ecx
    MARK 7
    rep insb                    # writes each byte twice, the first time to see whether it can
    MARK 8
    EXIT

.data
.balign 64
data:
    .skip 64
# expect 0 1: kernel_instructions=401
# expect 1 2: kernel_instructions=501 kernel_reads=200 kernel_writes=100 kernel_lines=1
# expect 2 3: kernel_instructions=301
# expect 3 4: kernel_instructions=2 kernel_reads=2 kernel_writes=2 kernel_lines=1
# expect 5 6: kernel_instructions=21 kernel_reads=20 kernel_lines=1
# expect 7 8: kernel_instructions=21 kernel_writes=40 kernel_lines=1
# expect-single-step 5 6: kernel_instructions=20 kernel_reads=20 kernel_lines=1
# expect-single-step 7 8: kernel_instructions=20 kernel_writes=40 kernel_lines=1
