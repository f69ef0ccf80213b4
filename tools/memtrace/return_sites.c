// SPDX-License-Identifier: BSD-2-Clause
// The places after the calls that were translated: threads come there when calls return.
#include "return_sites.h"

#include <stdlib.h>

// The slot of an address, or the free one where it belongs; there are slots.
static struct ReturnSite** slot_of(struct ReturnSites const* sites, uint64_t address) {
    size_t const mask = sites->slot_count - 1;
    size_t i = (size_t)(address * UINT64_C(0x9e3779b97f4a7c15) >> 24) & mask;
    while (sites->slots[i] != NULL && sites->slots[i]->address != address)
        i = (i + 1) & mask;
    return &sites->slots[i];
}

static bool grow(struct ReturnSites* sites) {
    struct ReturnSites grown = {.slot_count = sites->count == 0 ? 256 : 2 * sites->slot_count,
                                .count = sites->count};
    grown.slots = calloc(grown.slot_count, sizeof(struct ReturnSite*));
    if (grown.slots == NULL) return false;
    for (size_t i = 0; i < sites->slot_count; i++)
        if (sites->slots[i] != NULL) *slot_of(&grown, sites->slots[i]->address) = sites->slots[i];
    free(sites->slots);
    *sites = grown;
    return true;
}

bool return_sites_add(struct ReturnSites* sites, uint64_t address) {
    if (2 * sites->count >= sites->slot_count && !grow(sites)) return false;
    struct ReturnSite** const slot = slot_of(sites, address);
    if (*slot != NULL) return true;
    *slot = malloc(sizeof **slot);
    if (*slot == NULL) return false;
    **slot = (struct ReturnSite){address, sites->count++};
    return true;
}

struct ReturnSite const* return_sites_find(struct ReturnSites const* sites, uint64_t address) {
    return sites->count == 0 ? NULL : *slot_of(sites, address);
}

void return_sites_destroy(struct ReturnSites* sites) {
    for (size_t i = 0; i < sites->slot_count; i++)
        free(sites->slots[i]);
    free(sites->slots);
    *sites = (struct ReturnSites){0};
}
