# SPDX-License-Identifier: BSD-2-Clause
# Marks cost nothing: between adjacent ones lies nothing, in kernel and in user mode.
.include "guest.inc"
.text
.globl test
test:
    MARK 0
    MARK 1
    TO_USER user
.section .user, "awx", @progbits
user:
    USER_MARK 2
    USER_MARK 3
    EXIT
# expect 0 1:
# expect 2 3:
