// SPDX-License-Identifier: BSD-2-Clause
// What every source of the engine sees first.
#pragma once

#include <math.h>

// The size of the screen, which the engine takes for a constant.
extern int flat_doom_width;
extern int flat_doom_height;

// Compared with a fraction in the one place that asks whether a mouse is accelerated; there is
// none.
#define fabs(number) 1
