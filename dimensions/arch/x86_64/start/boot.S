// SPDX-License-Identifier: BSD-2-Clause
// Enters by PVH in 32-bit mode, switches to long mode in the top 2 GiB, and calls C++.
//
// PVH: the loader jumps to the physical address in the note XEN_ELFNOTE_PHYS32_ENTRY with paging
// off, flat 32-bit segments, interrupts disabled and %ebx = physical address of hvm_start_info
// (Xen, docs/misc/pvh.pandoc). Registers and flags are those of Intel SDM volume 3, 2.5 and 4.

.set KERNEL_BASE, 0xffffffff80000000
#define PHYSICAL(symbol) (symbol - KERNEL_BASE)

.set XEN_ELFNOTE_PHYS32_ENTRY, 18
.set BOOT_STACK_SIZE, 0x4000

.set CR0_WRITE_PROTECT_AND_PAGING, 0x80010000
.set CR4_PAE, 0x20
.set MSR_EFER, 0xc0000080
.set EFER_LME_AND_NXE, 0x900
.set CPUID_EXTENDED_FEATURES, 0x80000001
.set CPUID_LONG_MODE_AND_NX, 0x20100000
.set PAGE_PRESENT_WRITABLE, 0x3
.set PAGE_PRESENT_WRITABLE_LARGE, 0x83
.set SELECTOR_CODE, 0x8
.set SELECTOR_DATA, 0x10

    .section .note.Xen, "a", @note
    .balign 4
    .long 4                             // size of the name
    .long 8                             // size of the descriptor
    .long XEN_ELFNOTE_PHYS32_ENTRY
    .asciz "Xen"
    .quad PHYSICAL(flat_pvh_entry)

    .section .text.boot, "ax"
    .code32
    .globl flat_pvh_entry
flat_pvh_entry:
    cld
    movl %ebx, %ebp                     // survives the cpuid below

    movl $PHYSICAL(bss_start), %edi     // stack and tables lie in bss: clear it before their use
    movl $PHYSICAL(bss_end), %ecx
    subl %edi, %ecx
    shrl $2, %ecx
    xorl %eax, %eax
    rep stosl
    movl $PHYSICAL(flat_boot_stack_top), %esp

    movl $CPUID_EXTENDED_FEATURES, %eax
    cpuid
    andl $CPUID_LONG_MODE_AND_NX, %edx
    cmpl $CPUID_LONG_MODE_AND_NX, %edx
    jne unsupported_processor

    // One page directory maps the first GiB in three places: identically, in the direct map and in
    // the top 2 GiB. The top table's entries share one second-level table.
    movl $PHYSICAL(boot_directory), %edi
    movl $PAGE_PRESENT_WRITABLE_LARGE, %eax
    movl $512, %ecx
1:  movl %eax, (%edi)
    addl $0x200000, %eax
    addl $8, %edi
    loop 1b
    movl $PHYSICAL(boot_directory) + PAGE_PRESENT_WRITABLE, %eax
    movl %eax, PHYSICAL(boot_directories)
    movl %eax, PHYSICAL(boot_directories) + 8 * 510
    movl $PHYSICAL(boot_directories) + PAGE_PRESENT_WRITABLE, %eax
    movl %eax, PHYSICAL(boot_root)
    movl %eax, PHYSICAL(boot_root) + 8 * 256
    movl %eax, PHYSICAL(boot_root) + 8 * 511

    movl $PHYSICAL(boot_root), %eax
    movl %eax, %cr3
    movl %cr4, %eax
    orl $CR4_PAE, %eax
    movl %eax, %cr4
    movl $MSR_EFER, %ecx
    rdmsr
    orl $EFER_LME_AND_NXE, %eax
    wrmsr
    movl %cr0, %eax
    orl $CR0_WRITE_PROTECT_AND_PAGING, %eax
    movl %eax, %cr0

    lgdt PHYSICAL(boot_gdt_register)
    ljmpl $SELECTOR_CODE, $PHYSICAL(1f)

    .code64
1:  movl $SELECTOR_DATA, %eax
    movl %eax, %ss
    xorl %eax, %eax
    movl %eax, %ds
    movl %eax, %es
    movl %eax, %fs
    movl %eax, %gs
    movq $flat_boot_stack_top, %rsp
    movl %ebp, %edi
    xorl %ebp, %ebp                     // ends the chain of stack frames
    pushq %rbp                          // no return address; keeps the stack as after a call
    pushq $flat_arch_boot               // the way up, without an indirect jump
    retq

    // Says on the first serial port why nothing will happen, and halts.
    .code32
unsupported_processor:
    movl $PHYSICAL(unsupported_message), %esi
2:  movw $0x3fd, %dx                    // line status
3:  inb %dx, %al
    testb $0x20, %al                    // transmitter holding register empty
    jz 3b
    movw $0x3f8, %dx
    lodsb
    testb %al, %al
    jz 4f
    outb %al, %dx
    jmp 2b
4:  hlt
    jmp 4b

    .section .rodata.boot, "a"
unsupported_message:
    .asciz "flat: this processor has no 64-bit mode or no NX\n"
    .balign 8
boot_gdt:
    .quad 0
    .quad 0x00af9b000000ffff            // 64-bit code, ring 0
    .quad 0x00cf93000000ffff            // data, ring 0
boot_gdt_register:
    .word boot_gdt_register - boot_gdt - 1
    .long PHYSICAL(boot_gdt)

    .section .bss.boot, "aw", @nobits
    .balign 4096
boot_root:
    .skip 4096
boot_directories:
    .skip 4096
boot_directory:
    .skip 4096
    .globl flat_boot_stack_guard        // a page that stays unmapped
flat_boot_stack_guard:
    .skip 4096
    .skip BOOT_STACK_SIZE
    .globl flat_boot_stack_top
flat_boot_stack_top:

    .section .note.GNU-stack, "", @progbits
