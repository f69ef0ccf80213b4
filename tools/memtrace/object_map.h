// SPDX-License-Identifier: BSD-2-Clause
// Which object of which class lies at an address.
//
// One thread at a time may change the map, while any number look addresses up without a lock: the
// ranges of a page have a version that is odd while they change, and a reader that has seen two
// versions reads again. What was outgrown stays allocated until the map is destroyed.
#pragma once

#include "object_record.h"

#include <stdbool.h>

// A class of which the guest has or had objects.
struct ObjectClass {
    char name[object_name_bytes + 1];
    uint32_t size_bytes;
    uint64_t unsettled; // bits of addresses that an allocator may set another time, if seen or not
};

// The part of an array of objects that lies on one page.
struct ObjectRange {
    uint64_t first;
    uint64_t end;
    uint64_t origin; // where one of the objects begins: the first one's page may be another
    uint64_t stride_bytes;
    unsigned class_index;
};

struct ObjectPages;

// Zeroed, it is empty.
struct ObjectMap {
    struct ObjectPages* pages;   // read and written atomically, as are the next two
    uint64_t low;                // no object was ever below,
    uint64_t high;               // and none here or above
    struct ObjectClass* classes; // changed by names that are new
    size_t class_count;
};

struct FoundObject {
    unsigned class_index;
    uint64_t base;
    uint32_t offset;
};

// More than any table of objects takes.
enum { objects_most_pages = 1 << 22 };

// What became of a record.
enum ObjectRecordState {
    object_record_taken,
    object_record_malformed, // no name, too many bytes, objects that overlap or wrap around, or a
                             // class whose size was another before
    object_record_without_memory,
};

// Takes a record: its objects replace those that lay at the same addresses.
enum ObjectRecordState object_map_take(struct ObjectMap* map, struct ObjectRecord const* record);

// The class of that name and size, new or known: its number goes to `index`.
enum ObjectRecordState object_map_add_class(struct ObjectMap* map,
                                            char const name[object_name_bytes], uint32_t size_bytes,
                                            unsigned* index);

// Puts objects of a class where `first`, `count` and `stride_bytes` say. False without memory.
bool object_map_put(struct ObjectMap* map, unsigned class_index, uint64_t first, uint64_t count,
                    uint64_t stride_bytes);

// Removes the objects of which a byte, or the padding after them, lies in [first, end).
bool object_map_remove(struct ObjectMap* map, uint64_t first, uint64_t end);

// Whether there may be an object at the address: quick, and `false` is certain.
static inline bool object_map_may_have(struct ObjectMap const* map, uint64_t address) {
    return address >= __atomic_load_n(&map->low, __ATOMIC_RELAXED) &&
           address < __atomic_load_n(&map->high, __ATOMIC_RELAXED);
}

// Whether an object lies at the address; says which. Padding between objects belongs to none.
bool object_map_find(struct ObjectMap const* map, uint64_t address, struct FoundObject* found);

void object_map_destroy(struct ObjectMap* map);
