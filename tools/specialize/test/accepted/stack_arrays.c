// SPDX-License-Identifier: BSD-2-Clause
// Arrays of variable size and memory from alloca and malloc.
// RUN: %same_output %s
// SPEC: entry sum(int n, int m, int x) as sum_known;
// SPEC: static n = 5;
// PRINTS: 2848 4480 3051
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int variable(int n, int x) {
    int cells[n];
    for (int i = 0; i < n; ++i)
        cells[i] = i * x;
    return cells[n - 1] + cells[x & 1] + (int)sizeof cells;
}

static int repeated(int n) {
    int r = 0;
    for (int i = 0; i < 3; ++i) {
        int* each = alloca(sizeof *each);
        *each = i * n;
        r += *each;
    }
    return r;
}

int sum(int n, int m, int x) {
    int r = variable(n, x) * 100 + variable(m, x);
    char *p = malloc((size_t)n), *q = malloc((size_t)n * 2);
    r += repeated(n);
    memset(p, n, (size_t)n);
    memset(q, 1, (size_t)n * 2);
    int* cells = calloc(4, sizeof *cells);
    cells[2] = n;
    p[x % n] = 9;
    r += p[0] + p[1] + q[n] + cells[1] + cells[2];
    q = realloc(q, 40);
    r += q[1];
    free(p);
    free(q);
    free(cells);
    return r;
}

int sum_known(int n, int m, int x);

int main(void) {
    printf("%d %d %d\n", sum_known(5, 3, 2), sum_known(5, 5, 6), sum_known(6, 2, 1));
}
