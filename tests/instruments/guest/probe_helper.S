# SPDX-License-Identifier: BSD-2-Clause
# Ends with status 2 (16 + n) + 1 for the n that probe_helper.cpp returns.
.include "guest.inc"
.text
.globl test
test:
    call measure
    add $0x10, %al
    out %al, $0xf4
