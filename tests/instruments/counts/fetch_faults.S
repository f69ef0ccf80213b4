# SPDX-License-Identifier: BSD-2-Clause
# An instruction whose bytes cannot be fetched has not begun: it counts once, when it is executed.
.include "guest.inc"
.set window, 0x40600000         # the fourth large page of user_directory

# Makes the window fault once: the handler maps it.
.macro UNMAP
    movq $0, user_directory + 24
    invlpg window
.endm

.text
.globl test
test:
    VECTOR 14, page_fault
    movw $0x90b8, window - 2    # MOV $…, %eax, of 5 bytes
    movw $0, window
    movb $0, window + 2
    movb $0xc3, window + 3      # RET
    mov $window + 3, %ebx
    mov $window - 2, %ecx
    UNMAP
    MARK 0
    call *%rbx                  # the target lies in the window
    MARK 1
    UNMAP
    MARK 2
    call *%rcx                  # the target's last three bytes lie there
    MARK 3
    EXIT

page_fault:                     # 3 instructions; IRETQ reads 9 times
    movl $0xa00000 + 0x83, user_directory + 24
    add $8, %rsp
    iretq
# expect 0 1: kernel_instructions=4 user_instructions=1 kernel_reads=9 kernel_writes=2
#     kernel_lines=3 user_reads=1 user_lines=1
# expect 2 3: kernel_instructions=4 user_instructions=2 kernel_reads=9 kernel_writes=2
#     kernel_lines=3 user_reads=1 user_lines=1
