// SPDX-License-Identifier: BSD-2-Clause
// Finds where the loader has put the modules of a program, which is another place in each run.
#pragma once

#include "targets.h"

// Sets base and `is_loaded` of the modules that lie in this process's memory. `guest_base` is what
// QEMU adds to the program's addresses.
void load_bases_find(struct Targets* targets, uint64_t guest_base);
