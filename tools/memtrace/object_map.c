// SPDX-License-Identifier: BSD-2-Clause
// Which object of which class lies at an address.
#include "object_map.h"

#include "object_pages.h"

#include <stdlib.h>
#include <string.h>

// The index of the first range that ends after the address.
static size_t index_after(struct ObjectRanges const* ranges, size_t count, uint64_t address) {
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t const middle = low + (high - low) / 2;
        if (ranges->all[middle].end > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

// The range at an address as it is at one moment. False if there is none.
static bool range_at(struct ObjectPage* page, uint64_t address, struct ObjectRange* range) {
    for (;;) {
        unsigned const version = atomic_load_explicit(&page->version, memory_order_acquire);
        if (version % 2 != 0) continue;
        struct ObjectRanges const* ranges =
            atomic_load_explicit(&page->ranges, memory_order_acquire);
        size_t const count = atomic_load_explicit(&ranges->count, memory_order_relaxed);
        size_t const index = index_after(ranges, count, address);
        bool const is_found = index < count;
        if (is_found) *range = ranges->all[index];
        atomic_thread_fence(memory_order_acquire);
        if (atomic_load_explicit(&page->version, memory_order_relaxed) == version)
            return is_found && range->first <= address;
    }
}

static bool find_range(struct ObjectMap const* map, uint64_t address, struct ObjectRange* range) {
    struct ObjectPages const* pages = __atomic_load_n(&map->pages, __ATOMIC_ACQUIRE);
    struct ObjectPage* const page = object_pages_find(pages, address >> object_page_shift);
    return page != NULL && range_at(page, address, range);
}

// Where the object begins to which an address belongs, padding after it included.
static uint64_t base_of(struct ObjectRange const* range, uint64_t address) {
    uint64_t const stride = range->stride_bytes;
    return range->origin + (address - range->origin) / stride * stride;
}

bool object_map_find(struct ObjectMap const* map, uint64_t address, struct FoundObject* found) {
    struct ObjectRange range;
    if (!object_map_may_have(map, address) || !find_range(map, address, &range)) return false;
    uint64_t const base = base_of(&range, address);
    uint64_t const offset = address - base;
    if (offset >= map->classes[range.class_index].size_bytes) return false;
    *found = (struct FoundObject){range.class_index, base, (uint32_t)offset};
    return true;
}

// ---- Changes ----

static void begin_change(struct ObjectPage* page) {
    atomic_fetch_add_explicit(&page->version, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
}

static void end_change(struct ObjectPage* page) {
    atomic_fetch_add_explicit(&page->version, 1, memory_order_release);
}

static void insert(struct ObjectRanges* ranges, size_t index, struct ObjectRange range) {
    size_t const count = atomic_load_explicit(&ranges->count, memory_order_relaxed);
    memmove(&ranges->all[index + 1], &ranges->all[index], (count - index) * sizeof range);
    ranges->all[index] = range;
    atomic_store_explicit(&ranges->count, count + 1, memory_order_relaxed);
}

static void erase(struct ObjectRanges* ranges, size_t index) {
    size_t const count = atomic_load_explicit(&ranges->count, memory_order_relaxed) - 1;
    memmove(&ranges->all[index], &ranges->all[index + 1], (count - index) * sizeof *ranges->all);
    atomic_store_explicit(&ranges->count, count, memory_order_relaxed);
}

// Takes [first, end) out of the ranges of a page, which have room for one more.
static void cut(struct ObjectPage* page, uint64_t first, uint64_t end) {
    struct ObjectRanges* const ranges = atomic_load_explicit(&page->ranges, memory_order_relaxed);
    size_t index = index_after(ranges, atomic_load(&ranges->count), first);
    while (index < atomic_load(&ranges->count) && ranges->all[index].first < end) {
        struct ObjectRange const old = ranges->all[index];
        struct ObjectRange head = old;
        struct ObjectRange tail = old;
        head.end = first;
        tail.first = end;
        erase(ranges, index);
        if (head.first < head.end) insert(ranges, index++, head);
        if (tail.first < tail.end) insert(ranges, index++, tail);
    }
}

bool object_map_remove(struct ObjectMap* map, uint64_t first, uint64_t end) {
    uint64_t const low = __atomic_load_n(&map->low, __ATOMIC_RELAXED);
    uint64_t const high = __atomic_load_n(&map->high, __ATOMIC_RELAXED);
    first = first < low ? low : first;
    end = end > high ? high : end;
    if (first >= end) return true;
    struct ObjectRange edge;
    if (find_range(map, first, &edge)) first = base_of(&edge, first);
    if (find_range(map, end - 1, &edge)) end = base_of(&edge, end - 1) + edge.stride_bytes;
    for (uint64_t number = first >> object_page_shift; number <= (end - 1) >> object_page_shift;
         number++) {
        struct ObjectPage* const page =
            object_pages_find(__atomic_load_n(&map->pages, __ATOMIC_RELAXED), number);
        if (page == NULL) continue;
        if (!object_page_make_room(page, 1)) return false;
        begin_change(page);
        cut(page, first, end);
        end_change(page);
    }
    return true;
}

// The bounds only ever widen, and do so before there is an object.
static void widen(struct ObjectMap* map, uint64_t first, uint64_t end) {
    uint64_t const high = __atomic_load_n(&map->high, __ATOMIC_RELAXED);
    if (high == 0 || first < __atomic_load_n(&map->low, __ATOMIC_RELAXED))
        __atomic_store_n(&map->low, first, __ATOMIC_RELAXED);
    if (end > high) __atomic_store_n(&map->high, end, __ATOMIC_RELAXED);
}

static bool put_on_page(struct ObjectMap* map, struct ObjectRange range) {
    uint64_t const number = range.first >> object_page_shift;
    struct ObjectPage* const page = object_pages_make(map, number, 1);
    if (page == NULL) return false;
    struct ObjectRanges* const ranges = atomic_load_explicit(&page->ranges, memory_order_relaxed);
    begin_change(page);
    insert(ranges, index_after(ranges, atomic_load(&ranges->count), range.first), range);
    end_change(page);
    return true;
}

bool object_map_put(struct ObjectMap* map, unsigned class_index, uint64_t first, uint64_t count,
                    uint64_t stride_bytes) {
    uint64_t const end = first + count * stride_bytes;
    if (!object_map_remove(map, first, end)) return false;
    widen(map, first, end);
    for (uint64_t begin = first; begin < end;) {
        uint64_t const page_end = ((begin >> object_page_shift) + 1) << object_page_shift;
        uint64_t const stop = page_end != 0 && page_end < end ? page_end : end;
        struct ObjectRange const part = {begin, stop, first, stride_bytes, class_index};
        if (!put_on_page(map, part)) return false;
        begin = stop;
    }
    return true;
}

enum ObjectRecordState object_map_add_class(struct ObjectMap* map,
                                            char const name[object_name_bytes], uint32_t size_bytes,
                                            unsigned* index) {
    struct ObjectClass new_class = {.size_bytes = size_bytes};
    memcpy(new_class.name, name, object_name_bytes);
    for (size_t i = 0; i < map->class_count; i++) {
        if (strcmp(map->classes[i].name, new_class.name) != 0) continue;
        *index = (unsigned)i;
        return map->classes[i].size_bytes == size_bytes ? object_record_taken
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
           bytes >> object_page_shift < objects_most_pages &&
           !__builtin_add_overflow(record->first, bytes, &end);
}

static enum ObjectRecordState state_of(bool has_memory) {
    return has_memory ? object_record_taken : object_record_without_memory;
}

enum ObjectRecordState object_map_take(struct ObjectMap* map, struct ObjectRecord const* record) {
    if (!is_well_formed(record)) return object_record_malformed;
    uint64_t const end = record->first + record->count * record->stride_bytes;
    if (record->size_bytes == 0) return state_of(object_map_remove(map, record->first, end));
    if (record->name[0] == '\0') return object_record_malformed;
    unsigned class_index = 0;
    enum ObjectRecordState const state =
        object_map_add_class(map, record->name, record->size_bytes, &class_index);
    if (state != object_record_taken) return state;
    return state_of(
        object_map_put(map, class_index, record->first, record->count, record->stride_bytes));
}

void object_map_destroy(struct ObjectMap* map) {
    object_pages_destroy(__atomic_load_n(&map->pages, __ATOMIC_RELAXED));
    free(map->classes);
    memset(map, 0, sizeof *map);
}
