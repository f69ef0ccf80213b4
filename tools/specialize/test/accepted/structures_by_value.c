// SPDX-License-Identifier: BSD-2-Clause
// Structures are passed and returned by value, in registers and in memory; copies are changed.
// RUN: %same_output %s
// SPEC: entry small(struct pair p, struct mixed m, int k) as small_known;
// SPEC: static k = 2;
// SPEC: entry large(struct big b, struct pair p, int k) as large_known;
// SPEC: static k = 3;
// PRINTS: 6 113 12.5
// PRINTS: 312 0 10 20 4 | 2 10
// PRINTS: 0 1
// PRINTS: 6 114 15
// PRINTS: 313 1 11 21 4 | 2 10
// PRINTS: 7 1
// PRINTS: 1 115 -0
// PRINTS: 312 1 10 23 4 | 2 10
// PRINTS: 1 14
// PRINTS: 6 116 0.25
// PRINTS: 211 1 10 23 4 | 1 10
// PRINTS: 1 21
#include <stdio.h>

struct pair {
    int a, b;
};
struct mixed {
    float f;
    char c;
    double d;
};
struct big {
    long kind;
    int a[9];
};

static struct big bigger(struct big b, int by) {
    b.a[1] += by;
    b.kind++;
    return b;
}

struct mixed small(struct pair p, struct mixed m, int k) {
    struct mixed result = m;
    if (p.b == 5) {
        p.b += k;
        result.d = m.f * p.b;
    }
    result.c = (char)(m.c + p.a);
    m.f++;
    result.f += m.f;
    return result;
}

struct big large(struct big b, struct pair p, int k) {
    struct big const before = b;
    struct big const after = bigger(b, k);
    b.a[2] = after.a[1] + before.a[1];
    b.a[p.a & 7] ^= b.kind == 2 ? 1 : 0;
    b.kind += after.kind * 100 + b.a[1];
    return b;
}

struct pair turned(struct pair p) {
    int const a = p.a;
    p.a = p.b;
    p.b = a;
    return p.a > 10 ? turned(p) : p;
}

struct mixed small_known(struct pair p, struct mixed m, int k);
struct big large_known(struct big b, struct pair p, int k);

int main(void) {
    for (int i = 0; i < 4; ++i) {
        struct pair const p = {i, i == 3 ? 4 : 5};
        struct mixed const m = {i == 2 ? -0.0F : 2.5F, 'q', 0.25};
        struct mixed const r = small_known(p, m, i);
        printf("%g %d %g\n", r.f, r.c, r.d);
        struct big const b = {i == 3 ? 1 : 2, {1, 10, 3, 4, 5, 6, 7, 8, 9}};
        struct big const l = large_known(b, p, i);
        printf("%ld %d %d %d %d | %ld %d\n", l.kind, l.a[0], l.a[1], l.a[2], l.a[3], b.kind,
               b.a[1]);
        struct pair const t = turned((struct pair){1, i * 7});
        printf("%d %d\n", t.a, t.b);
    }
}
