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

// A hundred slots, more than a page of code has.
#define TEN(make, digit)                                                                           \
    make(digit##0);                                                                                \
    make(digit##1);                                                                                \
    make(digit##2);                                                                                \
    make(digit##3);                                                                                \
    make(digit##4);                                                                                \
    make(digit##5);                                                                                \
    make(digit##6);                                                                                \
    make(digit##7);                                                                                \
    make(digit##8);                                                                                \
    make(digit##9)
#define HUNDRED(make)                                                                              \
    TEN(make, many_0);                                                                             \
    TEN(make, many_1);                                                                             \
    TEN(make, many_2);                                                                             \
    TEN(make, many_3);                                                                             \
    TEN(make, many_4);                                                                             \
    TEN(make, many_5);                                                                             \
    TEN(make, many_6);                                                                             \
    TEN(make, many_7);                                                                             \
    TEN(make, many_8);                                                                             \
    TEN(make, many_9)
#define DECLARE_ONE(name)                                                                          \
    FLATLAND_C int name(int x);                                                                    \
    FLATLAND_DECLARE_SLOT(name)

HUNDRED(DECLARE_ONE);
