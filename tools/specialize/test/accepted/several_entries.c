// SPDX-License-Identifier: BSD-2-Clause
// One spec may have several entries, of one function, too.
// RUN: %same_output %s
// SPEC: entry power(int base, int exponent) as square;
// SPEC: static exponent = 2;
// SPEC: entry power(int, int n) as cube;
// SPEC: static n = 3;
// SPEC: entry twice(...) as twice_of_21;
// SPEC: static x = 21;
// PRINTS: 25 125 625 42 44
#include <stdio.h>

int power(int base, int exponent) {
    int result = 1;
    for (int i = 0; i < exponent; ++i)
        result *= base;
    return result;
}

int twice(int x) { return 2 * x; }

int square(int base, int exponent);
int cube(int base, int exponent);
int twice_of_21(int x);

int main(void) {
    printf("%d %d %d %d %d\n", square(5, 2), cube(5, 3), square(5, 4), twice_of_21(21),
           twice_of_21(22));
}
