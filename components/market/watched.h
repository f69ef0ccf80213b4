// SPDX-License-Identifier: BSD-2-Clause
// What a watcher in C remembers.
#pragma once

#include <stdint.h>

struct watched {
    uint32_t holders;
    uint32_t changes;
    uint32_t told;
    uint64_t price;
};
