// SPDX-License-Identifier: BSD-2-Clause
// A function that returns a large structure has a hidden parameter for it.
// RUN: %same_output %s
// SPEC: entry make(int first, long step) as make_by_one;
// SPEC: static step = 1;
// PRINTS: 5 6 7 8
// PRINTS: 5 7 9 11
#include <stdio.h>

struct row { long cells[4]; };

struct row make(int first, long step) {
    struct row row;
    for (int i = 0; i < 4; ++i)
        row.cells[i] = first + i * step;
    return row;
}

struct row make_by_one(int first, long step);

static void show(struct row row) {
    printf("%ld %ld %ld %ld\n", row.cells[0], row.cells[1], row.cells[2], row.cells[3]);
}

int main(void) {
    show(make_by_one(5, 1));
    show(make_by_one(5, 2));
}
