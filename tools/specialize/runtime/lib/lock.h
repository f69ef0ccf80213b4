// SPDX-License-Identifier: BSD-2-Clause
// The library's one lock: it is held to change slots, and for a thread's first call of a gate.
#pragma once

void lock_slots(void);
void unlock_slots(void);
