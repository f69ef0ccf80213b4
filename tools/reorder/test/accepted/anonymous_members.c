// SPDX-License-Identifier: BSD-2-Clause
// Anonymous unions and structs move as one, and lists that initialise them follow.
// RUN: %same_output --class value %s
#include <stdio.h>

struct value {
    char kind;
    union {
        long number;
        double real;
    };
    struct {
        short low, high;
    };
    int last;
};

static struct value first = {'n', {5}, {1, 2}, 3};
static struct value second = {'r', {.real = 1.5}, {.high = 4}, 6};
#pragma GCC diagnostic ignored "-Wmissing-braces"
static struct value third = {'x', 7, 8, 9, 10};

static void show(const struct value *value) {
    if (value->kind == 'r')
        printf("%g ", value->real);
    else
        printf("%ld ", value->number);
    printf("%d %d %d\n", value->low, value->high, value->last);
}

int main(void) {
    show(&first);
    show(&second);
    show(&third);
}

// PRINTS: 5 1 2 3
// PRINTS: 1.5 0 4 6
// PRINTS: 7 8 9 10
