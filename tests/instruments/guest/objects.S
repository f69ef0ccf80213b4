# SPDX-License-Identifier: BSD-2-Clause
# Tells of objects and accesses them from a system call, as %edi says: test_memtrace_profile.py.
.include "guest.inc"
.set object_mark, 0x4f424a53

.text
.globl test
test:
    SYSTEM_CALL system_call
    mov pairs(%rip), %rax               # nobody knows yet what lies there
    movl $object_mark, tell_pairs(%rip)
    movl $object_mark, tell_word(%rip)
    movl $object_mark, tell_nonsense(%rip)
    TO_USER user

.globl system_call
system_call:
    cmp $1, %edi
    je forget
    ja many
    mov pairs + 24(%rip), %rax
    movb $1, pairs + 24 + 12(%rip)
    mov pairs + 16(%rip), %eax          # between two objects
    mov %ax, pairs + 4(%rip)
    incl word(%rip)
    sysretq
forget:
    movl $object_mark, forget_first(%rip)
    sysretq
many:
    mov $3000, %ebx
1:  mov pairs + 24(%rip), %rax
    dec %ebx
    jnz 1b
    sysretq

.data
.balign 128
tell_pairs:
    .long 0, 16
    .quad pairs, 3, 24
    .asciz "sample::Pair"
.balign 128
tell_word:
    .long 0, 8
    .quad word, 1, 8
    .asciz "Word"
.balign 128
tell_nonsense: # objects that overlap
    .long 0, 16
    .quad pairs, 3, 8
    .asciz "Nonsense"
.balign 128
forget_first:
    .long 0, 0
    .quad pairs, 1, 16
    .balign 128
pairs:
    .fill 9, 8, 0
word:
    .quad 0

.section .user, "awx", @progbits
user:
    mov $3, %ebp
1:  xor %edi, %edi
    syscall
    dec %ebp
    jnz 1b
    mov $1, %edi
    syscall
    xor %edi, %edi
    syscall
    mov $2, %edi
    syscall
    EXIT
