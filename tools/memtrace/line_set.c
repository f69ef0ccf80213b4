// SPDX-License-Identifier: BSD-2-Clause
// An exact set of cache lines that is emptied in constant time.
#include "line_set.h"

#include <stdlib.h>

enum { initial_slots = 4096 };

static bool allocate(struct LineSet* set, uint64_t slots) {
    set->slots = calloc(slots, sizeof *set->slots);
    set->mask = slots - 1;
    set->count = 0;
    return set->slots != NULL;
}

// The slot that holds the line, or the free one where it belongs.
static struct LineSlot* find(struct LineSet* set, uint64_t line) {
    uint64_t const golden = 0x9e3779b97f4a7c15; // 2^64 divided by the golden ratio: Knuth, 6.4
    uint64_t index = (line * golden) >> 32;
    for (;; index++) {
        struct LineSlot* slot = &set->slots[index & set->mask];
        if (slot->epoch != set->epoch || slot->line == line) return slot;
    }
}

static bool grow(struct LineSet* set) {
    struct LineSet const old = *set;
    if (!allocate(set, 2 * (old.mask + 1))) {
        *set = old;
        return false;
    }
    for (uint64_t i = 0; i <= old.mask; i++)
        if (old.slots[i].epoch == old.epoch) *find(set, old.slots[i].line) = old.slots[i];
    set->count = old.count;
    free(old.slots);
    return true;
}

bool line_set_create(struct LineSet* set) {
    set->epoch = 1;
    return allocate(set, initial_slots);
}

void line_set_destroy(struct LineSet* set) {
    free(set->slots);
}

void line_set_clear(struct LineSet* set) {
    set->epoch++;
    set->count = 0;
}

bool line_set_add(struct LineSet* set, uint64_t line) {
    struct LineSlot* slot = find(set, line);
    if (slot->epoch == set->epoch) return true;
    *slot = (struct LineSlot){line, set->epoch};
    set->count++;
    return 2 * set->count <= set->mask || grow(set);
}
