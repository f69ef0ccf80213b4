// SPDX-License-Identifier: BSD-2-Clause
// Freeable versions that left their slot, until their last call has ended.
#pragma once

#include "flatland_slots.h"

// Notes that no call enters the version from this epoch of its slot on. Under the lock.
void retire(struct FlatlandVersion* version, uint64_t epoch);

// Takes those out that no call runs in any more: a list to be given to `release`. Under the lock.
struct FlatlandVersion* take_drained(void);

// Calls `released` of each. Without the lock.
void release(struct FlatlandVersion* versions);

// How many wait for calls. Under the lock.
size_t retired_count(void);

// A version that left this slot and waits for calls, or NULL. Under the lock.
struct FlatlandVersion const* retired_from(struct FlatlandSlot const* slot, bool of_caller);

// Counts one more or less that is plugged or waits.
void count_live(int change);
