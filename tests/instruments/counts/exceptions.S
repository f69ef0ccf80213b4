# SPDX-License-Identifier: BSD-2-Clause
# An instruction that raises an exception counts once, in the mode that it ran in, and its handler's
# from the first on. The stores by which the processor enters a handler are no instruction's, so
# that they do not count; IRETQ, an instruction, reads 5 words and the halves of 2 descriptors.
.include "guest.inc"
.text
.globl test
test:
    VECTOR 0, skip
    VECTOR 6, skip
    VECTOR 0x80, call_gate, 0xee
    xor %ecx, %ecx
    MARK 0
    ud2
    MARK 1
    div %ecx
    MARK 2
    int $0x80
    MARK 3
    TO_USER user

skip:                           # both instructions are of 2 bytes
    addq $2, (%rsp)
    iretq

call_gate:
    iretq

.section .user, "awx", @progbits
user:
    USER_MARK 4
    ud2
    USER_MARK 5
    int $0x80
    USER_MARK 6
    EXIT
# expect 0 1: kernel_instructions=3 kernel_reads=10 kernel_writes=1 kernel_lines=2
# expect 1 2: kernel_instructions=3 kernel_reads=10 kernel_writes=1 kernel_lines=2
# expect 2 3: kernel_instructions=2 kernel_reads=9 kernel_lines=2
# expect 4 5: user_instructions=1 kernel_instructions=2 kernel_reads=10 kernel_writes=1
#     kernel_lines=2
# expect 5 6: user_instructions=1 kernel_instructions=1 kernel_reads=9 kernel_lines=2
