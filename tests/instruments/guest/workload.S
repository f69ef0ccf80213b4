# SPDX-License-Identifier: BSD-2-Clause
# Runs workload.c.
.include "guest.inc"
.text
.globl test
test:
    call work
    EXIT
