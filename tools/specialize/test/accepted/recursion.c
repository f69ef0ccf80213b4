// SPDX-License-Identifier: BSD-2-Clause
// Recursion ends where facts end it, and stays a call where data or the depth decide.
// RUN: %same_output %s
// SPEC: entry fibonacci(int n) as fibonacci_12;
// SPEC: static n = 12;
// SPEC: entry depth(struct node const *tree, int scale) as depth_doubled;
// SPEC: static scale = 2;
// SPEC: entry even(unsigned n, int how) as even_0;
// SPEC: static how = 0;
// SPEC: entry ackermann(int m, int n) as ackermann_2;
// SPEC: static m = 2;
// PRINTS: 144 34
// PRINTS: 117 870 88
// PRINTS: 1 0 0 2
// PRINTS: 9 3 6
#include <stdio.h>

struct node {
    int key;
    struct node *left, *right;
};

int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int depth(struct node const* tree, int scale) {
    if (!tree) return 0;
    int const left = depth(tree->left, scale), right = depth(tree->right, scale + 1);
    return tree->key * scale + (left > right ? left : right);
}

static int odd(unsigned n, int how);
int even(unsigned n, int how) {
    return n == 0 ? how == 0 : odd(n - 1, how);
}
static int odd(unsigned n, int how) {
    return n == 0 ? how : even(n - 1, how);
}

int ackermann(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

int fibonacci_12(int n);
int depth_doubled(struct node const* tree, int scale);
int even_0(unsigned n, int how);
int ackermann_2(int m, int n);

int main(void) {
    struct node nodes[20];
    for (int i = 19; i >= 0; --i)
        nodes[i] = (struct node){i + 1, 2 * i + 1 < 20 ? &nodes[2 * i + 1] : 0,
                                 2 * i + 2 < 20 ? &nodes[2 * i + 2] : 0};
    struct node chain[30];
    for (int i = 0; i < 30; ++i)
        chain[i] = (struct node){i, i < 29 ? &chain[i + 1] : 0, 0};
    printf("%d %d\n", fibonacci_12(12), fibonacci_12(9));
    printf("%d %d %d\n", depth_doubled(nodes, 2), depth_doubled(chain, 2), depth_doubled(nodes, 1));
    printf("%d %d %d %d\n", even_0(40, 0), even_0(41, 0), even_0(6, 2), even_0(7, 2));
    printf("%d %d %d\n", ackermann_2(2, 3), ackermann_2(2, 0), ackermann_2(1, 4));
}
