// SPDX-License-Identifier: BSD-2-Clause
// Switches on known values, on known bits and on ranges take the same cases.
// RUN: %same_output %s
// SPEC: entry choose(int kind, unsigned x) as choose_known;
// SPEC: expect kind in {-3, 7, 15, 100};
// SPEC: entry masked(unsigned x, unsigned mask) as masked_known;
// SPEC: static mask = 1;
// PRINTS: 1 1 1 4 4
// PRINTS: 77 8 77 3 3
// PRINTS: 6 6 6 -9 -9
// PRINTS: 10 10 10 -90 -90
// PRINTS: 10 10 10 10 10
// PRINTS: 10 10 10 16 16
// PRINTS: 0 0 0 -21 -21
// PRINTS: 1 1 1 -98 -98
// PRINTS: 1 2 3 4
#include <stdio.h>

int choose(int kind, unsigned x) {
    int result = 0;
    switch (kind) {
    case -5 ... - 1:
        result = 1;
        break;
    case 0:
    case 7:
        result += 2; // falls through
    case 10 ... 20:
        result += 3; // falls through
    case 21:
        result *= 2;
        break;
    default:
        result = 9; // falls through
    case 99:
        result += 1;
    }
    switch (x) {
    case 0x80000000U ... 0xffffffffU:
        return result - kind;
    case 3:
        kind++;
        break;
    default:
        switch (kind) {
        case 7:
            return 77;
        default:
            break;
        }
    }
    switch ((long)kind << 32 | x) {
    case 8L << 32 | 3:
        return 8;
    case -2L:
        return 4;
    default:
        return result;
    }
}

int masked(unsigned x, unsigned mask) {
    switch (x & mask) {
    case 0:
        return 1;
    case 1:
        return 2;
    case 2:
        return 3;
    default:
        return 4;
    }
}

int choose_known(int kind, unsigned x);
int masked_known(unsigned x, unsigned mask);

int main(void) {
    int const kinds[] = {-3, 7, 15, 100, 0, -6, 21, 99};
    unsigned const xs[] = {0, 3, 4, 0x80000000U, 0xffffffffU};
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 5; ++j)
            printf("%d%c", choose_known(kinds[i], xs[j]), j == 4 ? '\n' : ' ');
    printf("%d %d %d %d\n", masked_known(4, 1), masked_known(7, 1), masked_known(6, 3),
           masked_known(7, 7));
}
