// SPDX-License-Identifier: BSD-2-Clause
// The expensive half of asymmetric synchronisation.
#pragma once

#include <stdbool.h>

// Announces to the system that `barrier` will be used. False if the system has none.
bool barrier_register(void);

// When it returns, every other thread of the process has passed a full memory barrier and a
// serialising instruction since it was called: what was written before is seen, also as code.
void barrier(void);
