# SPDX-License-Identifier: BSD-2-Clause
# Each processor has counters, lines and marks of its own, while both run.
# Starting the second: Intel SDM volume 3, chapter 9.4.
.include "guest.inc"
.set local_apic, 0x40400000     # mapped there below
.set trampoline_target, 0x8000
.text
.globl test
test:
    movl $0xfee00000 + 0x83, user_directory + 16
    mov %cr3, %rax
    mov %rax, %cr3
    lea trampoline, %rsi
    mov $trampoline_target, %edi
    mov $trampoline_end - trampoline, %ecx
    rep movsb
    movl $0x1ff, local_apic + 0xf0
    movl $0xc4500, local_apic + 0x300   # INIT to all others
    movl $0xc4600 + (trampoline_target >> 12), local_apic + 0x300 # start-up, by page
    MARK 0
    mov $300000, %ecx
1:  incq shared(%rip)
    dec %ecx
    jnz 1b
    MARK 1
2:  pause
    cmpl $0, is_done(%rip)
    je 2b
    EXIT

second:
    mov $kernel_data, %eax
    mov %eax, %ds
    mov %eax, %ss
    MARK 2
    mov $200000, %ecx
3:  mov shared(%rip), %rax
    mov own(%rip), %rax
    dec %ecx
    jnz 3b
    MARK 3
    movl $1, is_done(%rip)
4:  cli
    hlt
    jmp 4b

.data
.balign 64
shared:
    .quad 0
is_done:
    .long 0
.balign 64
own:
    .quad 0

.section .boot, "awx", @progbits
.code16
trampoline:
    cli
    mov $pml4, %eax
    mov %eax, %cr3
    mov $(1 << 5 | 1 << 9), %eax        # PAE, OSFXSR
    mov %eax, %cr4
    mov $0xc0000080, %ecx               # EFER: long mode, no-execute
    mov $(1 << 8 | 1 << 11), %eax
    xor %edx, %edx
    wrmsr
    lgdtl %cs:pointer_copy - trampoline
    mov $(1 << 31 | 1 << 16 | 1 << 1 | 1 << 0), %eax # PG, WP, MP, PE
    mov %eax, %cr0
    ljmpl $kernel_code, $second_in_long_mode
pointer_copy:
    .word 0xfff
    .long gdt_in_memory
trampoline_end:

.code64
second_in_long_mode:
    movabs $second, %rax
    jmp *%rax
# expect 0 1: kernel_instructions=900001 kernel_reads=300000 kernel_writes=300000 kernel_lines=1
# expect 2 3: kernel_instructions=800001 kernel_reads=400000 kernel_lines=2
# processors: 2
