// SPDX-License-Identifier: BSD-2-Clause
// The places behind the calls that were translated: threads come there when calls return.
#include "landings.h"

#include <stdlib.h>

// The slot of an address, or the free one where it belongs; there are slots.
static struct Landing** slot_of(struct Landings const* landings, uint64_t address) {
    size_t const mask = landings->slot_count - 1;
    size_t i = (size_t)(address * UINT64_C(0x9e3779b97f4a7c15) >> 24) & mask;
    while (landings->slots[i] != NULL && landings->slots[i]->address != address)
        i = (i + 1) & mask;
    return &landings->slots[i];
}

static bool grow(struct Landings* landings) {
    struct Landings grown = {.slot_count = landings->count == 0 ? 256 : 2 * landings->slot_count,
                             .count = landings->count};
    grown.slots = calloc(grown.slot_count, sizeof(struct Landing*));
    if (grown.slots == NULL) return false;
    for (size_t i = 0; i < landings->slot_count; i++)
        if (landings->slots[i] != NULL)
            *slot_of(&grown, landings->slots[i]->address) = landings->slots[i];
    free(landings->slots);
    *landings = grown;
    return true;
}

bool landings_add(struct Landings* landings, uint64_t address) {
    if (2 * landings->count >= landings->slot_count && !grow(landings)) return false;
    struct Landing** const slot = slot_of(landings, address);
    if (*slot != NULL) return true;
    *slot = malloc(sizeof **slot);
    if (*slot == NULL) return false;
    **slot = (struct Landing){address, landings->count++};
    return true;
}

struct Landing const* landings_find(struct Landings const* landings, uint64_t address) {
    return landings->count == 0 ? NULL : *slot_of(landings, address);
}

void landings_destroy(struct Landings* landings) {
    for (size_t i = 0; i < landings->slot_count; i++)
        free(landings->slots[i]);
    free(landings->slots);
    *landings = (struct Landings){0};
}
