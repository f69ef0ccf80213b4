// SPDX-License-Identifier: BSD-2-Clause
// An exact set of cache lines that is emptied in constant time.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { line_bytes = 64 };

// A slot is in use when its epoch is the set's: a new epoch empties the set.
struct LineSlot {
    uint64_t line;
    uint64_t epoch;
};

// Open hashing with linear probing; at most half of the slots are in use.
struct LineSet {
    struct LineSlot* slots;
    uint64_t mask; // slots - 1; their number is a power of two
    uint64_t count;
    uint64_t epoch; // from 1 on, so that zeroed slots are free
};

// Makes an empty set. False if there is no memory.
bool line_set_create(struct LineSet* set);

void line_set_destroy(struct LineSet* set);

// Empties the set; keeps its memory.
void line_set_clear(struct LineSet* set);

// Adds a line, an address divided by `line_bytes`, unless it is there. False if there is no memory.
bool line_set_add(struct LineSet* set, uint64_t line);
