// SPDX-License-Identifier: BSD-2-Clause
// Tells what an x86-64 processor accesses to enter an interrupt handler from what instructions do.
#include "interrupt_entry.h"

enum { pushed_words = 5 }; // SS, RSP, RFLAGS, CS, RIP; external interrupts push no error code

bool interrupt_entry_makes(struct InterruptEntry* entry, uint64_t vaddr, bool is_store) {
    if (entry->pushes_left == 0) {
        bool const reads_table = !is_store && vaddr - entry->table < entry->table_bytes;
        entry->pushes_left = reads_table ? pushed_words : 0;
        return reads_table;
    }
    if (is_store) entry->pushes_left--;
    return true;
}
