// SPDX-License-Identifier: BSD-2-Clause
// Which versions in slots rely on which invariants. All but `reliances_may_include` is under the
// library's lock.
#pragma once

#include "flatland_slots.h"

void reliances_add(struct FlatlandVersion* version);
void reliances_drop(struct FlatlandVersion* version);

// False if surely no version relies on an address of this range; without the lock.
bool reliances_may_include(void const* start, size_t size);

// Whether the version relies on an address of this range.
bool version_relies_on(struct FlatlandVersion const* version, void const* start, size_t size);

// The slots whose plugged version relies on an address of this range, linked by `next_change`.
struct FlatlandSlot* reliances_slots(void const* start, size_t size);
