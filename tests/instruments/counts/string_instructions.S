# SPDX-License-Identifier: BSD-2-Clause
# A repeated string instruction counts once for each iteration and once for finding %rcx to be 0;
# when QEMU steps single instructions, it finds that in the last iteration already.
.include "guest.inc"
.text
.globl test
test:
    lea source(%rip), %rsi
    lea target(%rip), %rdi
    mov $10, %ecx
    MARK 0
    rep movsb                   # within one line each
    MARK 1
    rep movsb                   # %rcx is 0
    MARK 2
    movsq                       # without a prefix: an instruction like any other
    MARK 3
    mov $32, %ecx
    lea target(%rip), %rdi
    MARK 4
    rep stosq                   # 256 bytes
    MARK 5
    mov $20, %ecx
    lea string(%rip), %rdi
    mov $'x', %al
    MARK 6
    repne scasb                 # finds it in the fifth byte, with %rcx not 0
    MARK 7
    EXIT

.data
.balign 64
source:
    .skip 64
target:
    .skip 256
string:
    .ascii "abcdxefghijklmnopqrs"
# expect 0 1: kernel_instructions=11 kernel_reads=10 kernel_writes=10 kernel_lines=2
# expect-single-step 0 1: kernel_instructions=10 kernel_reads=10 kernel_writes=10 kernel_lines=2
# expect 1 2: kernel_instructions=1
# expect 2 3: kernel_instructions=1 kernel_reads=1 kernel_writes=1 kernel_lines=2
# expect 4 5: kernel_instructions=33 kernel_writes=32 kernel_lines=4
# expect-single-step 4 5: kernel_instructions=32 kernel_writes=32 kernel_lines=4
# expect 6 7: kernel_instructions=5 kernel_reads=5 kernel_lines=1
