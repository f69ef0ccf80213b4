// SPDX-License-Identifier: BSD-2-Clause
// The pages on which objects lie, by number: a hash table that is read without a lock.
#include "object_pages.h"

#include <stdlib.h>
#include <string.h>

// Open hashing with linear probing; at most half of the slots are in use.
struct ObjectPages {
    struct ObjectPages* outgrown;
    size_t count;
    size_t slot_count; // a power of two
    _Atomic(struct ObjectPage*) slots[];
};

static size_t first_slot(struct ObjectPages const* pages, uint64_t number) {
    return (size_t)((number * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (pages->slot_count - 1);
}

struct ObjectPage* object_pages_find(struct ObjectPages const* pages, uint64_t number) {
    if (pages == NULL) return NULL;
    for (size_t i = first_slot(pages, number);; i = (i + 1) & (pages->slot_count - 1)) {
        struct ObjectPage* const page =
            atomic_load_explicit(&pages->slots[i], memory_order_acquire);
        if (page == NULL || page->number == number) return page;
    }
}

static void add(struct ObjectPages* pages, struct ObjectPage* page) {
    size_t i = first_slot(pages, page->number);
    while (atomic_load_explicit(&pages->slots[i], memory_order_relaxed) != NULL)
        i = (i + 1) & (pages->slot_count - 1);
    atomic_store_explicit(&pages->slots[i], page, memory_order_release);
    pages->count++;
}

static struct ObjectPages* grow(struct ObjectMap* map, struct ObjectPages* old) {
    size_t const slot_count = old == NULL ? 64 : 2 * old->slot_count;
    struct ObjectPages* const pages = calloc(1, sizeof *pages + slot_count * sizeof *pages->slots);
    if (pages == NULL) return NULL;
    pages->outgrown = old;
    pages->slot_count = slot_count;
    for (size_t i = 0; old != NULL && i < old->slot_count; i++) {
        struct ObjectPage* const page = atomic_load_explicit(&old->slots[i], memory_order_relaxed);
        if (page != NULL) add(pages, page);
    }
    __atomic_store_n(&map->pages, pages, __ATOMIC_RELEASE);
    return pages;
}

bool object_page_make_room(struct ObjectPage* page, size_t more) {
    struct ObjectRanges* const old = atomic_load_explicit(&page->ranges, memory_order_relaxed);
    size_t const count = old == NULL ? 0 : atomic_load_explicit(&old->count, memory_order_relaxed);
    if (old != NULL && count + more <= old->room) return true;
    size_t const room = 2 * (count + more) + 2;
    struct ObjectRanges* const ranges = malloc(sizeof *ranges + room * sizeof *ranges->all);
    if (ranges == NULL) return false;
    ranges->outgrown = old;
    ranges->room = room;
    atomic_init(&ranges->count, count);
    if (count > 0) memcpy(ranges->all, old->all, count * sizeof *ranges->all);
    atomic_store_explicit(&page->ranges, ranges, memory_order_release);
    return true;
}

struct ObjectPage* object_pages_make(struct ObjectMap* map, uint64_t number, size_t more) {
    struct ObjectPages* pages = __atomic_load_n(&map->pages, __ATOMIC_RELAXED);
    struct ObjectPage* page = object_pages_find(pages, number);
    if (page != NULL) return object_page_make_room(page, more) ? page : NULL;
    if (pages == NULL || 2 * pages->count >= pages->slot_count) pages = grow(map, pages);
    page = pages == NULL ? NULL : calloc(1, sizeof *page);
    if (page == NULL) return NULL;
    page->number = number;
    if (!object_page_make_room(page, more)) {
        free(page);
        return NULL;
    }
    add(pages, page);
    return page;
}

static void destroy_page(struct ObjectPage* page) {
    if (page == NULL) return;
    struct ObjectRanges* ranges = atomic_load(&page->ranges);
    while (ranges != NULL) {
        struct ObjectRanges* const outgrown = ranges->outgrown;
        free(ranges);
        ranges = outgrown;
    }
    free(page);
}

void object_pages_destroy(struct ObjectPages* pages) {
    for (size_t i = 0; pages != NULL && i < pages->slot_count; i++)
        destroy_page(atomic_load(&pages->slots[i]));
    while (pages != NULL) {
        struct ObjectPages* const outgrown = pages->outgrown;
        free(pages);
        pages = outgrown;
    }
}
