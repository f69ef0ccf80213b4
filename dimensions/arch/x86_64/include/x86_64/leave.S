// SPDX-License-Identifier: BSD-2-Clause
// For assembly: the ways out to user mode.
//
// Each takes the five bytes of a JMP, and flat_user_exits lists where it is: `arch.PageIsolation`
// puts jumps to its trampolines there. What comes after the instruction is never executed.

.macro list_exit
    .pushsection .rodata.user_exits, "a"
    .balign 8
    .quad 88f
    .popsection
88:
.endm

.macro leave_by_sysret
    list_exit
    sysretq
    .skip 2, 0x90
.endm

.macro leave_by_iret
    list_exit
    iretq
    .skip 3, 0x90
.endm
