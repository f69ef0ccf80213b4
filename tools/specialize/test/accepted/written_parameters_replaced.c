// SPDX-License-Identifier: BSD-2-Clause
// With `--replace` a function that only writes calls one that tests facts, and so do its callers:
// what they have written for it is not dead.
// RUN: %same_output --replace %s
// SPEC: entry set(struct counter *counter, int amount, int twice) as set_once;
// SPEC: static counter->next->step = 3;
// SPEC: static twice = 0;
// PRINTS: 5
// PRINTS: 14
#include <stdio.h>

struct counter { struct counter *next; int step; int total; };

__attribute__((noinline)) void set(struct counter *counter, int amount, int twice) {
    counter->total = twice ? 2 * amount : amount;
}

__attribute__((noinline)) static void pass(struct counter *counter, int amount, int twice) {
    [[clang::noinline]] set(counter, amount, twice);
}

struct counter stepper = {0, 3, 0};

__attribute__((noinline)) static void scribble(void) {
    char volatile bytes[256];
    for (unsigned i = 0; i < sizeof bytes; ++i) bytes[i] = 1;
}

__attribute__((noinline)) static int total_of(int amount, int twice) {
    struct counter counter;
    counter.next = &stepper;
    pass(&counter, amount, twice);
    return counter.total;
}

int main(void) {
    scribble();
    printf("%d\n", total_of(5, 0));
    scribble();
    printf("%d\n", total_of(7, 1));
}
