// SPDX-License-Identifier: BSD-2-Clause
// Which versions in slots rely on which invariants: a hash table of addresses, chained through the
// versions themselves, so that nothing is allocated.
#include "reliances.h"

enum { bucket_bits = 8, buckets_count = 1 << bucket_bits };

static struct FlatlandReliance* buckets[buckets_count];
static size_t total;

static size_t bucket_of(void const* invariant) {
    uint64_t const golden = 0x9e3779b97f4a7c15; // 2^64 divided by the golden ratio: Knuth, 6.4
    return (size_t)((uint64_t)(uintptr_t)invariant * golden >> (64 - bucket_bits));
}

static void count(size_t change) {
    __atomic_store_n(&total, total + change, __ATOMIC_RELAXED);
}

void reliances_add(struct FlatlandVersion* version) {
    for (size_t i = 0; i < version->reliance_count; i++) {
        struct FlatlandReliance* const each = &version->reliances[i];
        struct FlatlandReliance** const bucket = &buckets[bucket_of(each->invariant)];
        each->version = version;
        each->next = *bucket;
        __atomic_store_n(bucket, each, __ATOMIC_RELAXED);
    }
    count(version->reliance_count);
}

void reliances_drop(struct FlatlandVersion* version) {
    for (size_t i = 0; i < version->reliance_count; i++) {
        struct FlatlandReliance* const each = &version->reliances[i];
        struct FlatlandReliance** link = &buckets[bucket_of(each->invariant)];
        while (*link != each)
            link = &(*link)->next;
        __atomic_store_n(link, each->next, __ATOMIC_RELAXED);
    }
    count(-version->reliance_count);
}

static bool is_within(struct FlatlandReliance const* reliance, void const* start, size_t size) {
    return (uintptr_t)reliance->invariant - (uintptr_t)start < size;
}

bool version_relies_on(struct FlatlandVersion const* version, void const* start, size_t size) {
    for (size_t i = 0; i < version->reliance_count; i++)
        if (is_within(&version->reliances[i], start, size)) return true;
    return false;
}

static bool includes(struct FlatlandSlot const* slots, struct FlatlandSlot const* slot) {
    while (slots && slots != slot)
        slots = slots->next_change;
    return slots != NULL;
}

struct FlatlandSlot* reliances_slots(void const* start, size_t size) {
    size_t const first = size > 1 ? 0 : bucket_of(start);
    size_t const last = size > 1 ? buckets_count - 1 : first;
    struct FlatlandSlot* found = NULL;
    for (size_t i = first; i <= last; i++)
        for (struct FlatlandReliance* each = buckets[i]; each; each = each->next) {
            struct FlatlandSlot* const slot = each->version->slot;
            if (!is_within(each, start, size) || includes(found, slot)) continue;
            slot->next_change = found;
            found = slot;
        }
    return found;
}

// The quick ways: the writer's store comes before the look at the table, here for the compiler, for
// the processor by the barrier between adding to the table and asking `holds`.
enum FlatlandStatus flatland_invalidate(void const* invariant) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&buckets[bucket_of(invariant)], __ATOMIC_RELAXED)) return flatland_done;
    return invalidate_relied_on(invariant, 1);
}

enum FlatlandStatus flatland_invalidate_range(void const* start, size_t size) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (__atomic_load_n(&total, __ATOMIC_RELAXED) == 0) return flatland_done;
    return invalidate_relied_on(start, size);
}
