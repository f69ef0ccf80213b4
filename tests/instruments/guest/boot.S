# SPDX-License-Identifier: BSD-2-Clause
# Brings a test guest from QEMU's PVH entry to `test`, in 64-bit mode in the upper half.
# Source: the x86/HVM direct boot ABI (PVH) of Xen; AMD64 manual volume 2, chapter 14.
.include "guest.inc"

.section .note.pvh, "a", @note
    .long 4, 8, 18                      # XEN_ELFNOTE_PHYS32_ENTRY
    .asciz "Xen"
    .quad pvh_start

.section .boot, "awx", @progbits
.code32
.globl pvh_start
pvh_start:
    mov $pml4, %eax
    mov %eax, %cr3
    mov $(1 << 5 | 1 << 9), %eax        # PAE, OSFXSR
    mov %eax, %cr4
    mov $0xc0000080, %ecx               # EFER: long mode, SYSCALL, no-execute
    mov $(1 << 0 | 1 << 8 | 1 << 11), %eax
    xor %edx, %edx
    wrmsr
    mov $(1 << 31 | 1 << 16 | 1 << 1 | 1 << 0), %eax # PG, WP, MP, PE
    mov %eax, %cr0
    lgdt boot_gdt_pointer
    ljmp $kernel_code, $long_mode

.code64
long_mode:
    mov $kernel_data, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %ss
    movabs $start, %rax
    jmp *%rax

.balign 8
.globl boot_gdt_pointer
boot_gdt_pointer:
    .word gdt_end - gdt - 1
    .long gdt_in_memory

.balign 4096
.globl pml4
pml4:
    .quad low_pages + 7
    .fill 255, 8, 0
    .quad high_pages + 3
    .fill 255, 8, 0
low_pages:
    .quad identity_directory + 3, user_directory + 7
    .fill 510, 8, 0
high_pages:
    .quad identity_directory + 3
    .fill 511, 8, 0
identity_directory:                     # the first GiB, for the kernel only
    .set page, 0
    .rept 512
    .quad page + 0x83
    .set page, page + 0x200000
    .endr
.globl user_directory
user_directory:                         # program, records, and two pages of spare memory
    .quad 0x400000 + 0x87, 0x600000 + 0x87, 0x800000 + 0x87, 0xa00000 + 0x87
    .fill 508, 8, 0

.text
start:
    lea kernel_stack_top(%rip), %rsp
    lgdt gdt_pointer(%rip)
    lea tss(%rip), %rax                 # the TSS descriptor's base is scattered
    mov %ax, gdt + task_state + 2(%rip)
    shr $16, %rax
    mov %al, gdt + task_state + 4(%rip)
    mov %ah, gdt + task_state + 7(%rip)
    shr $16, %rax
    mov %eax, gdt + task_state + 8(%rip)
    mov $task_state, %eax
    ltr %ax
    lidt idt_pointer(%rip)
    mov $255, %edi
1:  lea unexpected(%rip), %rax
    mov $0x8e, %ecx
    call set_vector
    sub $1, %edi
    jns 1b
    mov $0xc0000081, %ecx               # STAR: SYSRET's and SYSCALL's selectors
    xor %eax, %eax
    mov $(0x13 << 16 | kernel_code), %edx
    wrmsr
    jmp test

# Sets gate %edi of the IDT to handler %rax with type %ecx; uses %rdx.
.globl set_vector
set_vector:
    mov %edi, %edx
    shl $4, %edx
    lea idt(%rip), %r8
    add %rdx, %r8
    mov %ax, (%r8)
    movw $kernel_code, 2(%r8)
    movb $0, 4(%r8)
    mov %cl, 5(%r8)
    shr $16, %rax
    mov %ax, 6(%r8)
    shr $16, %rax
    mov %eax, 8(%r8)
    movl $0, 12(%r8)
    ret

unexpected:                             # QEMU exits with status 255
    mov $0x7f, %al
    out %al, $0xf4

.data
.balign 64                              # so that its descriptors are in one line
.globl gdt
gdt:
    .quad 0
    .quad 0x00af9b000000ffff            # kernel code
    .quad 0x00cf93000000ffff            # kernel data
    .quad 0x00cff3000000ffff            # user data
    .quad 0x00affb000000ffff            # user code
    .quad 0x0000890000000067, 0         # task state
gdt_end:
gdt_pointer:
    .word gdt_end - gdt - 1
    .quad gdt
idt_pointer:
    .word 256 * 16 - 1
    .quad idt
.balign 16
tss:
    .long 0
    .quad kernel_stack_top              # the stack of ring 0
    .fill 90, 1, 0
    .word 104

.bss
.balign 4096
idt:
    .skip 4096
    .skip 4096
.globl kernel_stack_top
kernel_stack_top:

.section .user, "awx", @progbits
.balign 4096
    .skip 4096
.globl user_stack_top
user_stack_top:
