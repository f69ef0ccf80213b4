// SPDX-License-Identifier: BSD-2-Clause
// An anonymous union at the end of a struct.
// RUN: %same_output --class value %s
#include <stdio.h>

struct value {
    int kind;
    long number;
    union {
        int small;
        long large;
    };
};

static struct value value = {1, 2, {3}};

int main(void) {
    printf("%d %ld %d\n", value.kind, value.number, value.small);
}

// PRINTS: 1 2 3
