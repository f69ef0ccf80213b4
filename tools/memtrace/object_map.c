// SPDX-License-Identifier: BSD-2-Clause
// Which object of which class lies at an address.
#include "object_map.h"

#include <stdlib.h>
#include <string.h>

// Of the first range that ends behind the address.
static size_t index_behind(struct ObjectMap const* map, uint64_t address) {
    size_t low = 0;
    size_t high = map->range_count;
    while (low < high) {
        size_t const middle = low + (high - low) / 2;
        if (map->ranges[middle].end > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool object_map_find(struct ObjectMap const* map, uint64_t address, struct FoundObject* found) {
    size_t const index = index_behind(map, address);
    if (index == map->range_count || map->ranges[index].first > address) return false;
    struct ObjectRange const* range = &map->ranges[index];
    uint64_t const number = (address - range->first) / range->stride_bytes;
    uint64_t const base = range->first + number * range->stride_bytes;
    uint64_t const offset = address - base;
    if (offset >= map->classes[range->class_index].size_bytes) return false;
    *found = (struct FoundObject){range->class_index, base, (uint32_t)offset};
    return true;
}

static bool make_room(struct ObjectMap* map) {
    if (map->range_count + 2 <= map->range_room) return true; // a removal may split one in two
    size_t const room = map->range_room == 0 ? 64 : 2 * map->range_room;
    struct ObjectRange* const ranges = realloc(map->ranges, room * sizeof *ranges);
    if (ranges == NULL) return false;
    map->ranges = ranges;
    map->range_room = room;
    return true;
}

static void insert(struct ObjectMap* map, size_t index, struct ObjectRange range) {
    memmove(&map->ranges[index + 1], &map->ranges[index],
            (map->range_count - index) * sizeof range);
    map->ranges[index] = range;
    map->range_count++;
}

static void erase(struct ObjectMap* map, size_t index) {
    map->range_count--;
    memmove(&map->ranges[index], &map->ranges[index + 1],
            (map->range_count - index) * sizeof *map->ranges);
}

// The end of the last object that lies wholly before an address.
static uint64_t whole_objects_end(struct ObjectRange const* range, uint64_t address) {
    return range->first + (address - range->first) / range->stride_bytes * range->stride_bytes;
}

// The first object that begins at an address or behind it.
static uint64_t next_object(struct ObjectRange const* range, uint64_t address) {
    uint64_t const before = whole_objects_end(range, address);
    return before == address ? address : before + range->stride_bytes;
}

// Removes the objects of which a byte, or the padding behind them, lies in [first, end).
static bool remove_objects(struct ObjectMap* map, uint64_t first, uint64_t end) {
    if (!make_room(map)) return false;
    size_t index = index_behind(map, first);
    while (index < map->range_count && map->ranges[index].first < end) {
        struct ObjectRange const old = map->ranges[index];
        erase(map, index);
        uint64_t const head_end = old.first < first ? whole_objects_end(&old, first) : old.first;
        uint64_t const tail = old.end > end ? next_object(&old, end) : old.end;
        if (head_end > old.first)
            insert(map, index++,
                   (struct ObjectRange){old.first, head_end, old.stride_bytes, old.class_index});
        if (tail < old.end)
            insert(map, index++,
                   (struct ObjectRange){tail, old.end, old.stride_bytes, old.class_index});
    }
    return true;
}

static enum ObjectRecordState find_class(struct ObjectMap* map, struct ObjectRecord const* record,
                                         unsigned* index) {
    struct ObjectClass new_class = {.size_bytes = record->size_bytes};
    memcpy(new_class.name, record->name, object_name_bytes);
    for (size_t i = 0; i < map->class_count; i++) {
        if (strcmp(map->classes[i].name, new_class.name) != 0) continue;
        *index = (unsigned)i;
        return map->classes[i].size_bytes == record->size_bytes ? object_record_taken
                                                                : object_record_malformed;
    }
    struct ObjectClass* const classes =
        realloc(map->classes, (map->class_count + 1) * sizeof *classes);
    if (classes == NULL) return object_record_without_memory;
    map->classes = classes;
    classes[map->class_count] = new_class;
    *index = (unsigned)map->class_count++;
    return object_record_taken;
}

// Whether the objects lie apart and within the address space.
static bool is_well_formed(struct ObjectRecord const* record) {
    uint64_t bytes = 0;
    uint64_t end = 0;
    return record->count > 0 && record->stride_bytes >= record->size_bytes &&
           record->stride_bytes > 0 &&
           !__builtin_mul_overflow(record->count, record->stride_bytes, &bytes) &&
           !__builtin_add_overflow(record->first, bytes, &end);
}

enum ObjectRecordState object_map_take(struct ObjectMap* map, struct ObjectRecord const* record) {
    if (!is_well_formed(record)) return object_record_malformed;
    uint64_t const end = record->first + record->count * record->stride_bytes;
    if (record->size_bytes == 0)
        return remove_objects(map, record->first, end) ? object_record_taken
                                                       : object_record_without_memory;
    if (record->name[0] == '\0') return object_record_malformed;
    unsigned class_index = 0;
    enum ObjectRecordState const state = find_class(map, record, &class_index);
    if (state != object_record_taken) return state;
    if (!remove_objects(map, record->first, end) || !make_room(map))
        return object_record_without_memory;
    insert(map, index_behind(map, record->first),
           (struct ObjectRange){record->first, end, record->stride_bytes, class_index});
    return object_record_taken;
}

void object_map_destroy(struct ObjectMap* map) {
    free(map->ranges);
    free(map->classes);
    *map = (struct ObjectMap){0};
}
