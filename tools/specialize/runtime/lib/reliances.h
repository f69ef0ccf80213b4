// SPDX-License-Identifier: BSD-2-Clause
// Which versions in slots rely on which invariants. All but `invalidate_relied_on` is under the
// library's lock.
#pragma once

#include "flatland_slots.h"

void reliances_add(struct FlatlandVersion* version);
void reliances_drop(struct FlatlandVersion* version);

// Whether the version relies on an address of this range.
bool version_relies_on(struct FlatlandVersion const* version, void const* start, size_t size);

// The slots whose plugged version relies on an address of this range, linked by `next_change`.
struct FlatlandSlot* reliances_slots(void const* start, size_t size);

// What flatland_invalidate_range does when some version may rely on an address of the range. Takes
// the lock; slots.c has it.
enum FlatlandStatus invalidate_relied_on(void const* start, size_t size);
