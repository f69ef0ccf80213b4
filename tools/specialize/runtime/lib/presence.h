// SPDX-License-Identifier: BSD-2-Clause
// Which threads are inside the gates of which slots. All of it under the library's lock.
#pragma once

#include "flatland_slots.h"

// Prepares for threads that end. False if the process has no more keys for data of threads.
bool presence_start(void);

// Whether a thread is inside that entered the gate before this epoch.
bool presence_before(struct FlatlandSlot const* slot, uint64_t epoch);

// The same of the calling thread.
bool presence_of_caller_before(struct FlatlandSlot const* slot, uint64_t epoch);

// In a child of fork, where the other threads are no more: forgets them.
void presence_forget_others(void);
