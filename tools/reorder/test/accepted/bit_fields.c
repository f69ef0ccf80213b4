// SPDX-License-Identifier: BSD-2-Clause
// Bit-fields beside each other move as one, unnamed ones and widths of zero included.
// RUN: %same_output --class flags %s
#include <stdio.h>

struct flags {
    char first;
    unsigned read : 1, : 3, level : 5;
    unsigned : 0;
    unsigned write : 2;
    long number;
    signed small : 4;
    char last;
};

static struct flags table[] = {{'f', 1, 17, 2, 100, -3, 'l'}, {.level = 30, 1, 200, 4, 'm'}};

int main(void) {
    for (int i = 0; i < 2; ++i)
        printf("%c %u %u %u %ld %d %c\n", table[i].first ? table[i].first : '-', table[i].read,
               table[i].level, table[i].write, table[i].number, table[i].small, table[i].last);
}

// PRINTS: f 1 17 2 100 -3 l
// PRINTS: - 0 30 1 200 4 m
