// SPDX-License-Identifier: BSD-2-Clause
// Which object of which class lies at an address.
#pragma once

#include "object_record.h"

#include <stdbool.h>

// A class of which the guest has or had objects.
struct ObjectClass {
    char name[object_name_bytes + 1];
    uint32_t size_bytes;
};

struct ObjectRange {
    uint64_t first;
    uint64_t end;
    uint64_t stride_bytes;
    unsigned class_index;
};

// Ranges do not overlap and are sorted by address. Zeroed, it is empty.
struct ObjectMap {
    struct ObjectRange* ranges;
    size_t range_count;
    size_t range_room;
    struct ObjectClass* classes;
    size_t class_count;
};

struct FoundObject {
    unsigned class_index;
    uint64_t base;
    uint32_t offset;
};

// What became of a record.
enum ObjectRecordState {
    object_record_taken,
    object_record_malformed, // no name, objects that overlap or wrap around, or a class whose size
                             // was another before
    object_record_without_memory,
};

// Takes a record: its objects replace those that lay at the same addresses.
enum ObjectRecordState object_map_take(struct ObjectMap* map, struct ObjectRecord const* record);

// Whether an object lies at the address; says which. Padding between objects belongs to none.
bool object_map_find(struct ObjectMap const* map, uint64_t address, struct FoundObject* found);

void object_map_destroy(struct ObjectMap* map);
