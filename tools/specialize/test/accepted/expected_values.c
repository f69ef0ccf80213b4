// SPDX-License-Identifier: BSD-2-Clause
// Each expected value has its version, and other values run the general code.
// RUN: %same_output %s
// SPEC: entry shift(int value, int by, int left) as shift_expected;
// SPEC: expect by in {0, COMMON}, left in {0, 1};
// PRINTS: 20 20 160 2 40 10
#include <stdio.h>

enum { COMMON = 3 };

int shift(int value, int by, int left) { return left ? value << by : value >> by; }

int shift_expected(int value, int by, int left);

int main(void) {
    printf("%d %d %d %d %d %d\n", shift_expected(20, 0, 0), shift_expected(20, 0, 1),
           shift_expected(20, 3, 1), shift_expected(20, 3, 0), shift_expected(20, 1, 1),
           shift_expected(20, 1, 0));
}
