// SPDX-License-Identifier: BSD-2-Clause
// The places after the calls that were translated: threads come there when calls return.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Where a thread goes on when a call returns, by whatever way. It stays where it is in memory.
struct ReturnSite {
    uint64_t address;
    size_t number; // from 0 on
};

// Open hashing. Zeroed, it is empty.
struct ReturnSites {
    struct ReturnSite** slots;
    size_t slot_count; // a power of two
    size_t count;
};

// Adds an address, unless it is there. False if there is no memory.
bool return_sites_add(struct ReturnSites* sites, uint64_t address);

// The site at an address; NULL if there is none.
struct ReturnSite const* return_sites_find(struct ReturnSites const* sites, uint64_t address);

void return_sites_destroy(struct ReturnSites* sites);
