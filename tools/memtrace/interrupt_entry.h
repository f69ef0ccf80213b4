// SPDX-License-Identifier: BSD-2-Clause
// Tells what an x86-64 processor accesses to enter an interrupt handler from what instructions do.
//
// No instruction makes these accesses, so they do not count. QEMU 7.2 shows them to plugins only if
// the last instruction of the block before them happens to call one of its functions, a RET for
// one, and then as accesses of that instruction.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct InterruptEntry {
    uint64_t table;       // the interrupt descriptor table, a virtual address
    uint64_t table_bytes; // 0: unknown
    unsigned pushes_left; // until the handler is entered; 0: none is being entered
};

// Whether an access that QEMU made by a function of its own belongs to the entry of a handler. The
// first is a read of the table, the last pushes the fifth word, and nothing comes between them.
// Source: AMD64 manual volume 2, 8.9.3.
bool interrupt_entry_makes(struct InterruptEntry* entry, uint64_t vaddr, bool is_store);
