# SPDX-License-Identifier: BSD-2-Clause
# Data accesses count as reads and writes of at most 8 bytes, and each 64-byte line once. When QEMU
# runs processors in parallel, its atomic read-modify-writes are one access to a plugin, a write.
.include "guest.inc"
.text
.globl test
test:
    MARK 0
    mov data(%rip), %rax            # one read, again from the same line
    mov data + 8(%rip), %rax
    MARK 1
    mov %rax, data + 64(%rip)       # one write each, of two lines
    movb $0, data + 128(%rip)
    MARK 2
    add %rax, data(%rip)            # a read and a write each
    incb data(%rip)
    lock xadd %rax, data(%rip)
    xchg %rax, data(%rip)
    lock orl $0, data(%rip)
    MARK 3
    xor %eax, %eax
    movq $1, data(%rip)
    lock cmpxchg %rcx, data(%rip)   # fails, and writes all the same
    cmpxchg %rcx, data(%rip)        # succeeds: %rax is now what it found
    MARK 4
    push %rax                       # one write, one read, then both at once; the stack is one line
    pop %rax
    push data(%rip)
    pop data(%rip)
    MARK 5
    lea data(%rip), %rax            # no access
    nopw data(%rip)
    prefetcht0 data(%rip)
    MARK 6
    mov data + 60(%rip), %rax       # two lines
    mov data + 4096 - 4(%rip), %rax # two lines of two pages
    MARK 7
    movaps %xmm0, data(%rip)        # two writes of 8 bytes
    movups data + 56(%rip), %xmm0   # two reads of two lines
    MARK 8
    movq $1, data(%rip)
    cmpxchg16b data(%rip)           # two reads, and two writes although it fails
    MARK 9
    EXIT

.data
.balign 8192
data:
    .skip 8192
# expect 0 1: kernel_instructions=2 kernel_reads=2 kernel_lines=1
# expect 1 2: kernel_instructions=2 kernel_writes=2 kernel_lines=2
# expect 2 3: kernel_instructions=5 kernel_reads=5 kernel_writes=5 kernel_lines=1
# expect-parallel 2 3: kernel_instructions=5 kernel_reads=2 kernel_writes=5 kernel_lines=1
# expect 3 4: kernel_instructions=4 kernel_reads=2 kernel_writes=3 kernel_lines=1
# expect-parallel 3 4: kernel_instructions=4 kernel_reads=1 kernel_writes=3 kernel_lines=1
# expect 4 5: kernel_instructions=4 kernel_reads=3 kernel_writes=3 kernel_lines=2
# expect 5 6: kernel_instructions=3
# expect 6 7: kernel_instructions=2 kernel_reads=2 kernel_lines=4
# expect 7 8: kernel_instructions=2 kernel_reads=2 kernel_writes=2 kernel_lines=2
# expect 8 9: kernel_instructions=2 kernel_reads=2 kernel_writes=3 kernel_lines=1
