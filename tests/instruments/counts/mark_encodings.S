# SPDX-License-Identifier: BSD-2-Clause
# A mark may address its record in any way. Whatever else has the constant in it is no mark.
.include "guest.inc"
.text
.globl test
test:
    lea records(%rip), %rax
    mov %rax, %r13
    lea -8(%rax), %rcx
    mov $1, %edx
    movl $probe_mark, (%rax)
    movl $probe_mark, 128(%r13)
    movl $probe_mark, 2 * 128(%rax)
    movl $probe_mark, 3 * 128(%rcx, %rdx, 8)
    movl $probe_mark, 0x600000 + 4 * 128
    movl $probe_mark, %fs:0x600000 + 5 * 128
    movl $probe_mark, 0x600000 + 6 * 128 - 9(%edx, %edx, 8)
    movq $probe_mark, 7 * 128(%rax)     # stores 8 bytes: `valid` is 0 until the plugin has set it
    MARK 8
    mov $probe_mark, %ecx               # five instructions, two writes of one line
    mov %ecx, 8 * 128(%rax)
    movl $probe_mark + 1, 8 * 128(%rax)
    xor $probe_mark, %ecx
    nop
    MARK 9
    EXIT
# expect 0 1:
# expect 1 2:
# expect 2 3:
# expect 3 4:
# expect 4 5:
# expect 5 6:
# expect 6 7:
# expect 7 8:
# expect 8 9: kernel_instructions=5 kernel_writes=2 kernel_lines=1
