# SPDX-License-Identifier: BSD-2-Clause
# An instruction that lies on two pages counts once, although QEMU begins a block with it.
.include "guest.inc"
.text
.globl test
test:
    mov $100, %ecx
    MARK 0
1:  call leaf
    dec %ecx
    jnz 1b
    MARK 1
    EXIT

.balign 4096
    .skip 4096 - 5
leaf:
    nop
    nop
    nop
    mov $0x12345678, %eax       # two of its bytes on the one page, three on the other
    nop
    ret
# expect 0 1: kernel_instructions=900 kernel_reads=100 kernel_writes=100 kernel_lines=1
