// SPDX-License-Identifier: BSD-2-Clause
// A condition of several parts is decided by the known one, whichever side it stands on.
// RUN: %same_output %s
// SPEC: entry decide(int a, int b, int *seen) as decide_known;
// SPEC: static a = 0;
// SPEC: entry sides(int a, int b, int *seen) as sides_known;
// SPEC: static b = 1;
// PRINTS: 160 9234 160115 92339
// PRINTS: 154 11234 154115 112339
// PRINTS: 151 13234 151115 132339
// PRINTS: 148 15234 148115 152339
// PRINTS: 188 -1065 188013 -10650
// PRINTS: 190 1135 190113 11350
// PRINTS: 190 3335 190013 33350
// PRINTS: 189 5535 189013 55350
// PRINTS: 156 9234 156015 92341
// PRINTS: 162 11234 162115 112341
// PRINTS: 162 13234 162015 132341
// PRINTS: 167 15234 167015 152341
#include <stdio.h>

static int see(int* seen, int value) {
    *seen = *seen * 10 + value;
    return value;
}

int decide(int a, int b, int* seen) {
    int result = 0;
    if (a && see(seen, 1)) result |= 1;
    if (see(seen, b) && a) result |= 2;
    if (a || see(seen, b)) result |= 4;
    if (!a || see(seen, 2)) result |= 8;
    if ((b & a) | (see(seen, 3) && !a)) result |= 16;
    result |= (a ? see(seen, 4) : b ? see(seen, 5) : see(seen, 6)) << 5;
    result += (a == 0) ^ (b > 3);
    result += (b * a) + (a / (b | 1)) + (b % (a + 2)) + (a >> (b & 31)) + (a & ~b);
    return result;
}

int sides(int a, int b, int* seen) {
    int const x = decide(a, b, seen);
    int y = (a || b) + (a && b) * 2 + (see(seen, a) || b) * 4 + (b || see(seen, 9)) * 8;
    y += (a | -b) == -1 ? 100 : 0;
    return x * 1000 + y;
}

int decide_known(int a, int b, int* seen);
int sides_known(int a, int b, int* seen);

int main(void) {
    for (int a = -1; a < 2; ++a)
        for (int b = -1; b < 6; b += 2) {
            int seen = 0, also = 0;
            int const x = decide_known(a, b, &seen);
            int const y = sides_known(a, b, &also);
            printf("%d %d %d %d\n", x, seen, y, also);
        }
}
