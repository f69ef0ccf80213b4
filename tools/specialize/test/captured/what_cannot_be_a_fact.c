// SPDX-License-Identifier: BSD-2-Clause
// What is not the same at each call, cannot be reached, or is right in one run alone, is reported
// in comments; few values are proposed as expected ones.
// RUN: %spec_of %s %t.spec
// RUN: %specialize capture %t.spec -o %t.o -- gcc -O2 -c %s
// RUN: gcc %t.o -o %t.program
// RUN: env FLATLAND_CAPTURE=%t.capture %t.program
// RUN: %specialize fill %t.spec --from %t.capture -o %t.filled -- gcc -O2 -c %s
// RUN: %FileCheck --match-full-lines --input-file=%t.filled %s
// RUN: %specialize check %t.filled -- gcc -O2 -c %s

// SPEC: entry visit(struct node *node, int depth, char const *name, float weight, int *count) as quick_visit;
// SPEC: static depth; static *node->next, node->extra->size; /* the
// SPEC:   rest */ promise name;
// SPEC: static weight, *count;
// SPEC: dynamic node->next->value;
// SPEC: static table[1].size, node->change;
// CHECK: // static depth: 3 values at 6 calls, not static
// CHECK-NEXT: // expect depth in {0, -1, 7};
// CHECK-NEXT: // static *node->next:
// CHECK-NEXT: // static node->next->next: not reached at 1 of 6 calls, first at call 5, for a null pointer on the way
// CHECK-NEXT: // static node->next->extra: not reached at 1 of 6 calls, first at call 5, for a null pointer on the way
// CHECK-NEXT: // static node->next->change: not reached at 1 of 6 calls, first at call 5, for a null pointer on the way
// CHECK-NEXT: // static node->extra->size: more than 4 values at 6 calls, not static
// CHECK-NEXT: /* the
// CHECK-NEXT:   rest */ // promise name: an address of this run, no value
// CHECK-NEXT: // static weight: a number that is not finite
// CHECK-NEXT: // static *count: 2 values at 6 calls, not static
// CHECK-NEXT: // expect *count in {5, 6};
// CHECK-NEXT: dynamic node->next->value;
// CHECK-NEXT: static table[1].size = 2;  // the same at 6 calls
// CHECK-NEXT: // static node->change: 2 values at 6 calls, not static
// CHECK-NEXT: // expect node->change in {&grow, 0};

#include <math.h>
#include <stdlib.h>

struct extra {
    int size;
};

struct node {
    struct node *next;
    struct extra *extra;
    int value;
    volatile int changes;
    int (*change)(int);
};

struct extra table[2] = {{1}, {2}};

static int grow(int x) { return x + 1; }

__attribute__((noinline)) int visit(struct node *node, int depth, char const *name, float weight,
                                    int *count) {
    if (node->change) depth = node->change(depth);
    return depth + name[0] + (weight > 1) + *count + (node->next ? node->next->value : 0);
}

int main(void) {
    struct extra extra = {0};
    struct node last = {0, &extra, 1, 0, 0};
    struct node first = {&last, &extra, 2, 0, grow};
    char *const name = calloc(1, 8);
    int const depths[] = {0, -1, 7};
    int sum = 0;
    for (int i = 0; i < 6; ++i) {
        extra.size = i;
        int count = i < 2 ? 5 : 6;
        sum += visit(i == 4 ? &last : &first, depths[i % 3], name, NAN, &count);
    }
    free(name);
    return sum == 0;
}
