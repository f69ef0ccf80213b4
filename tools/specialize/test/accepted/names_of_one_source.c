// SPDX-License-Identifier: BSD-2-Clause
// Functions and variables that are local to their source are there for versions, too.
// RUN: %same_output %s
// SPEC: entry count(int step) as count_by_two;
// SPEC: static step = 2;
// PRINTS: 2 4 5
#include <stdio.h>

static int counter;
static int add(int step) { return counter += step; }

static __attribute__((noinline)) int count(int step) { return add(step); }

int count_by_two(int step);

int main(void) {
    int const first = count_by_two(2);
    int const second = count_by_two(2);
    printf("%d %d %d\n", first, second, count(1));
}
