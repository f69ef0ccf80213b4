// SPDX-License-Identifier: BSD-2-Clause
// Freeable versions that left their slot, until their last call has ended.
#include "retired.h"

#include "presence.h"

static struct FlatlandVersion* retired;
static size_t live;

void count_live(int change) {
    __atomic_add_fetch(&live, (size_t)change, __ATOMIC_RELAXED);
}

size_t flatland_live_versions(void) {
    return __atomic_load_n(&live, __ATOMIC_RELAXED);
}

void retire(struct FlatlandVersion* version, uint64_t epoch) {
    version->retired_at = epoch;
    version->next_retired = retired;
    retired = version;
}

// One that has no `released` is free to be plugged again as soon as the lock is: it is not listed.
struct FlatlandVersion* take_drained(void) {
    struct FlatlandVersion* drained = NULL;
    for (struct FlatlandVersion** link = &retired; *link;) {
        struct FlatlandVersion* const each = *link;
        if (presence_before(each->slot, each->retired_at)) {
            link = &each->next_retired;
            continue;
        }
        *link = each->next_retired;
        each->slot = NULL;
        each->next_retired = NULL;
        if (!each->released) {
            count_live(-1);
            continue;
        }
        each->next_retired = drained;
        drained = each;
    }
    return drained;
}

void release(struct FlatlandVersion* versions) {
    while (versions) {
        struct FlatlandVersion* const each = versions;
        versions = each->next_retired;
        each->released(each);
        count_live(-1);
    }
}

size_t retired_count(void) {
    size_t count = 0;
    for (struct FlatlandVersion const* each = retired; each; each = each->next_retired)
        count++;
    return count;
}

struct FlatlandVersion const* retired_from(struct FlatlandSlot const* slot, bool of_caller) {
    struct FlatlandVersion const* each = retired;
    for (; each; each = each->next_retired)
        if (each->slot == slot && (!of_caller || presence_of_caller_before(slot, each->retired_at)))
            return each;
    return NULL;
}
