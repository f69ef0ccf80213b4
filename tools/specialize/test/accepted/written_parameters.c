// SPDX-License-Identifier: BSD-2-Clause
// The function only writes through its parameter, but the test of the facts reads there: what a
// caller has written for it is not dead.
// RUN: %same_output %s
// SPEC: entry set(struct counter *counter, int amount, int twice) as set_once;
// SPEC: static counter->next->step = 3;
// SPEC: static twice = 0;
// PRINTS: 5
// PRINTS: 14
#include <stdio.h>

struct counter { struct counter *next; int step; int total; };

void set(struct counter *counter, int amount, int twice) {
    counter->total = twice ? 2 * amount : amount;
}

void set_once(struct counter *counter, int amount, int twice);

struct counter stepper = {0, 3, 0};

__attribute__((noinline)) static void scribble(void) {
    char volatile bytes[256];
    for (unsigned i = 0; i < sizeof bytes; ++i) bytes[i] = 1;
}

__attribute__((noinline)) static int total_of(int amount, int twice) {
    struct counter counter;
    counter.next = &stepper;
    [[clang::noinline]] set_once(&counter, amount, twice);
    return counter.total;
}

int main(void) {
    scribble();
    printf("%d\n", total_of(5, 0));
    scribble();
    printf("%d\n", total_of(7, 1));
}
