// SPDX-License-Identifier: BSD-2-Clause
// The pages on which objects lie, by number: a hash table that is read without a lock.
#pragma once

#include "object_map.h"

#include <stdatomic.h>

enum { object_page_shift = 12 };

// Sorted, and apart. `count` is at most `room`, also for a reader while it changes.
struct ObjectRanges {
    struct ObjectRanges* outgrown; // the array that this one replaced
    size_t room;
    atomic_size_t count;
    struct ObjectRange all[];
};

struct ObjectPage {
    uint64_t number; // the address divided by the page's size
    atomic_uint version;
    _Atomic(struct ObjectRanges*) ranges;
};

// The page of that number, or NULL.
struct ObjectPage* object_pages_find(struct ObjectPages const* pages, uint64_t number);

// The page of that number, made if need be, with room for `more` ranges. NULL without memory.
struct ObjectPage* object_pages_make(struct ObjectMap* map, uint64_t number, size_t more);

// Makes room for so many more ranges of a page. False without memory.
bool object_page_make_room(struct ObjectPage* page, size_t more);

void object_pages_destroy(struct ObjectPages* pages);
