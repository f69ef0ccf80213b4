// SPDX-License-Identifier: BSD-2-Clause
// Types that members define go with the first member that needs them.
// RUN: %same_output --class object %s
#include <stdio.h>

typedef struct {
    enum kind { idle, busy } kind;
    struct {
        int u, v;
    } pair, other;
    struct inner {
        int x;
    } inner, *pointer;
    char last;
} object;

int main(void) {
    object object = {busy, {1, 2}, {3, 4}, {5}, 0, 'l'};
    object.pointer = &object.inner;
    struct inner copy = object.inner;
    enum kind kind = idle;
    printf("%d %d %d %d %d %c %d\n", object.kind, object.pair.v, object.other.u, object.pointer->x,
           copy.x, object.last, kind);
}

// PRINTS: 1 2 3 5 5 l 0
