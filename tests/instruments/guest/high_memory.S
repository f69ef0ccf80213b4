# SPDX-License-Identifier: BSD-2-Clause
# A record above the hole that PCs leave below 4 GiB. Needs 5 GiB, of which it touches next to none.
.include "guest.inc"
.set window, 0x40400000         # the third large page of user_directory
.text
.globl test
test:
    movl $0x83, user_directory + 16
    movl $1, user_directory + 20
    mov %cr3, %rax
    mov %rax, %cr3
    movl $probe_mark, window
    nop
    movl $probe_mark, window + 128
    mov window + 128 + 4, %al   # `valid`, which ends the test with status 2 (16 + 1) + 1
    add $0x10, %al
    out %al, $0xf4
