// SPDX-License-Identifier: BSD-2-Clause
// A description names what moves as one, what must stay, and what is in the way.
// RUN: %reorder describe --class circle %s -- -std=gnu17 | %FileCheck %s
#include <string.h>

struct shape {
    int kind;
};
struct circle {
    // CHECK: "begin": 0
    // CHECK: "name": "shape"
    // CHECK: "pinned":
    // CHECK: "place": "first"
    struct shape shape;
    // CHECK: "name": "red"
    // CHECK: "name": "blue"
    // CHECK: "together": "bit-fields beside each other share storage"
    unsigned red : 4, blue : 4;
    // CHECK: "name": "number"
    // CHECK: "together": "they share an anonymous struct or union"
    union {
        long number;
        double real;
    };
    // CHECK: "name": "points"
    // CHECK: "pinned":
    // CHECK: "place": "last"
    int points[];
};
// CHECK: "language": "c"
// CHECK: "code": "R0502"
// CHECK: "size_bytes": 16

int kind(struct circle *circle) { return ((struct shape *)circle)->kind; }
int same(struct circle *one, struct circle *other) { return !memcmp(one, other, sizeof *one); }
