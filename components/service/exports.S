// SPDX-License-Identifier: BSD-2-Clause
// The functions that the kernel gives to component objects: those that compilers call on their own,
// and how to panic. All else an object has from the interfaces that it requires.

.macro export symbol
    .section .rodata.flat_exports.names, "a"
.Lname_\@:
    .asciz "\symbol"
    .section .data.rel.ro.flat_exports, "aw"
    .quad .Lname_\@, \symbol
.endm

    .section .data.rel.ro.flat_exports, "aw"
    .balign 8
    .globl flat_exports
flat_exports:

export memcpy
export memmove
export memset
export memcmp
export strlen
export __cxa_pure_virtual
export _ZN4flat16assertion_failedEPKcS1_j
export _ZN4flat6detail5panicEPFmPKvNS_4SpanImEEES2_NS_4TextENS3_IKNS_14FormatArgumentEEE

    .section .data.rel.ro.flat_exports, "aw"
    .globl flat_exports_end
flat_exports_end:

    .section .note.GNU-stack, "", %progbits
