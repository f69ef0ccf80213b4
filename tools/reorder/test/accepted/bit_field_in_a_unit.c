// SPDX-License-Identifier: BSD-2-Clause
// A bit-field in the middle of its unit, and one with an alignment of its own, keep both elsewhere.
// RUN: %same_output --class record %s
#include <stdio.h>

struct record {
    long number;
    unsigned short first[2];
    unsigned char second;
    unsigned wide : 17;
    unsigned short third[2];
    unsigned aligned : 3 __attribute__((aligned(8)));
    char last;
};

static struct record table[] = {{1, {2, 3}, 4, 100000, {5, 6}, 7, 'l'},
                                {7, {8, 9}, 10, 1, {11, 12}, 5, 'm'}};

int main(void) {
    for (int i = 0; i < 2; ++i)
        printf("%ld %u %u %u %u %u %c\n", table[i].number, table[i].first[1], table[i].second,
               table[i].wide, table[i].third[0], table[i].aligned, table[i].last);
}

// PRINTS: 1 3 4 100000 5 7 l
// PRINTS: 7 9 10 1 11 5 m
