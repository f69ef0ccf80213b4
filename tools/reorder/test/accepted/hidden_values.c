// SPDX-License-Identifier: BSD-2-Clause
// Empty assembly, which only hides a value from the compiler, does not look into objects.
// RUN: %same_output --class record %s
#include <stdio.h>

struct record {
    int first;
    long second;
};

int main(void) {
    struct record record = {1, 2};
    struct record *hidden = &record;
    __asm__ volatile("" : "+r"(hidden) : : "memory");
    __asm__ volatile("" : : "r"(hidden) : "memory");
    printf("%d %ld\n", hidden->first, hidden->second);
}

// PRINTS: 1 2
