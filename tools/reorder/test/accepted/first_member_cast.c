// SPDX-License-Identifier: BSD-2-Clause
// Inheritance as C has it: the first member stays first, the others move.
// RUN: %same_output --class circle %s
#include <stdio.h>

struct shape {
    int kind;
};
struct circle {
    struct shape shape;
    char colour;
    double radius;
};

static double area(struct shape *shape) {
    struct circle *circle = (struct circle *)shape;
    return 3 * circle->radius * circle->radius;
}

int main(void) {
    struct circle circle = {{1}, 'c', 2};
    printf("%g %d %c\n", area((struct shape *)&circle), circle.shape.kind, circle.colour);
}

// PRINTS: 12 1 c
