// SPDX-License-Identifier: BSD-2-Clause
// Lists without designators, with some, without inner braces, of arrays, compound literals.
// RUN: %same_output --class record %s
#include <stdio.h>

struct inner {
    int x, y;
};
struct record {
    int a;
    char b;
    struct inner in;
    int v[2];
    double d;
};
struct outer {
    struct record r;
    int z;
};

#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wmissing-braces"

static struct record plain = {1, 'b', {2, 3}, {4, 5}, 7.0};
static struct record without_braces = {1, 'b', 2, 3, 4, 5, 7.0};
static struct record zero = {0};
static struct record mixed = {.b = 'x', {8, 9}, .d = 2};
static struct record elided[2] = {1, 'b', 2, 3, 4, 5, 7.0, 11, 'c'};
static struct outer nested = {1, 'b', 2, 3, 4, 5, 7.0, 42};
static struct outer path = {.r.in.y = 5, 6, 7, 8, .z = 9};
static struct outer braces = {{1, 'q'}, 2};
static struct record places[] = {[1] = {1}, {2, 'z'}, [0].in = {3, 4}};
static struct record range[3] = {[0 ... 1] = {5, 'r', {6}}, {7}};

static void show(const struct record *r) {
    printf("%d %d %d %d %d %d %g\n", r->a, r->b, r->in.x, r->in.y, r->v[0], r->v[1], r->d);
}

static struct record made(int a) { return (struct record){a, 'm', {a + 1}, .d = a}; }

int main(void) {
    struct record local = {plain.a, plain.b, .v = {plain.in.x, plain.in.y}, 3.5};
    show(&plain), show(&without_braces), show(&zero), show(&mixed), show(elided), show(elided + 1);
    show(&nested.r), show(&path.r), show(&braces.r), show(&local);
    printf("%d %d %d\n", nested.z, path.z, braces.z);
    for (int i = 0; i < 3; ++i) show(places + i), show(range + i);
    show(&(struct record){9, 'k'});
    struct record result = made(4);
    show(&result);
}

// PRINTS: 1 98 2 3 4 5 7
// PRINTS: 1 98 2 3 4 5 7
// PRINTS: 0 0 0 0 0 0 0
// PRINTS: 0 120 8 9 0 0 2
// PRINTS: 1 98 2 3 4 5 7
// PRINTS: 11 99 0 0 0 0 0
// PRINTS: 1 98 2 3 4 5 7
// PRINTS: 0 0 0 5 6 7 8
// PRINTS: 1 113 0 0 0 0 0
// PRINTS: 1 98 0 0 2 3 3.5
// PRINTS: 42 9 2
// PRINTS: 0 0 3 4 0 0 0
// PRINTS: 5 114 6 0 0 0 0
// PRINTS: 1 0 0 0 0 0 0
// PRINTS: 5 114 6 0 0 0 0
// PRINTS: 2 122 0 0 0 0 0
// PRINTS: 7 0 0 0 0 0 0
// PRINTS: 9 107 0 0 0 0 0
// PRINTS: 4 109 5 0 0 0 4
