// SPDX-License-Identifier: BSD-2-Clause
// Slots that a C program defines; the tests call them.
#include "slots_of_c.h"

int add_any(int x);
int sum_any(int a, int b, int c, int d, int e, int f, int g, double h, int const* i);
void note_any(int* place);

int add_any(int x) {
    return x + 1000;
}

int sum_any(int a, int b, int c, int d, int e, int f, int g, double h, int const* i) {
    return a + b + c + d + e + f + g + (int)h + *i;
}

void note_any(int* place) {
    *place = 1;
}

FLATLAND_SLOT(add, add_any);
FLATLAND_GATED_SLOT(gated_add, add_any, int, (int x), (x));
FLATLAND_GATED_SLOT(sum, sum_any, int,
                    (int a, int b, int c, int d, int e, int f, int g, double h, int const* i),
                    (a, b, c, d, e, f, g, h, i));
FLATLAND_GATED_SLOT(note, note_any, void, (int* place), (place));

#define DEFINE_ONE(name) FLATLAND_GATED_SLOT(name, add_any, int, (int x), (x))
HUNDRED(DEFINE_ONE);
