// SPDX-License-Identifier: BSD-2-Clause
// A tree of 41 levels becomes its sum where a limit lets it; where not, the report says so.
// RUN: %same_output %s
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- gcc -O2 -c %s | %FileCheck %s
// SPEC: entry value_of(struct node const *tree, int x) as value_of_chain;
// SPEC: static tree = &chain[0];
// SPEC: limit recursion = 64;
// SPEC: entry value_of(struct node const *tree, int x) as value_of_part;
// SPEC: static tree = &chain[0];
// SPEC: limit recursion = 4;
// CHECK: value_of_chain: value_of of
// CHECK: code {{.*}} instructions before, {{[0-9]}} after
// CHECK-NOT: goes on
// CHECK: value_of_part: value_of of
// CHECK: limits 4 recursion at {{.*}}limits.c:[[#@LINE+24]], which calls `value_of`:
// CHECK-SAME: it calls itself too deeply: `limit recursion = 8;` goes on
// PRINTS: 40 45 17
// PRINTS: 40 45 17
#include <stdio.h>

struct node {
    enum { number, variable, sum } kind;
    int value;
    struct node const *left, *right;
};

struct node const one = {number, 1, 0, 0};

#define SUM(n) {sum, 0, &chain[(n) + 1], &one}
#define SUMS(n)                                                                                    \
    SUM(n), SUM((n) + 1), SUM((n) + 2), SUM((n) + 3), SUM((n) + 4), SUM((n) + 5), SUM((n) + 6),    \
        SUM((n) + 7)
extern struct node const chain[41];
struct node const chain[41] = {SUMS(0), SUMS(8), SUMS(16), SUMS(24), SUMS(32), {variable, 0, 0, 0}};

int value_of(struct node const* tree, int x) {
    switch (tree->kind) {
    case sum:
        return value_of(tree->left, x) + value_of(tree->right, x);
    case variable:
        return x;
    default:
        return tree->value;
    }
}

int value_of_chain(struct node const* tree, int x);
int value_of_part(struct node const* tree, int x);

int main(void) {
    printf("%d %d %d\n", value_of_chain(chain, 0), value_of_chain(chain, 5),
           value_of_chain(&chain[24], 1));
    printf("%d %d %d\n", value_of_part(chain, 0), value_of_part(chain, 5),
           value_of_part(&chain[24], 1));
}
