// SPDX-License-Identifier: BSD-2-Clause
// A bit-field in the unit of what stands before it: a plan of the same order gives it its own.
// RUN: %same_output --class record --order declared %s
#include <stdio.h>

struct record {
    char first[2];
    unsigned wide : 16;
    unsigned narrow : 3;
};

static struct record table[] = {{{'a', 'b'}, 40000, 5}, {{'c', 'd'}, 2, 1}};

int main(void) {
    for (int i = 0; i < 2; ++i)
        printf("%c %u %u\n", table[i].first[1], table[i].wide, table[i].narrow);
}

// PRINTS: b 40000 5
// PRINTS: d 2 1
