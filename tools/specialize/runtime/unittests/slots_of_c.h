// SPDX-License-Identifier: BSD-2-Clause
// Slots that a C program defines: what their callers see.
#pragma once

#include "flatland_slots.h"

FLATLAND_C int add(int x);
FLATLAND_C int gated_add(int x);
FLATLAND_C int sum(int a, int b, int c, int d, int e, int f, int g, double h, int const* i);
FLATLAND_C void note(int* place);

FLATLAND_DECLARE_SLOT(add);
FLATLAND_DECLARE_SLOT(gated_add);
FLATLAND_DECLARE_SLOT(sum);
FLATLAND_DECLARE_SLOT(note);
