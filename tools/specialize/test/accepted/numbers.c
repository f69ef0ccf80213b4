// SPDX-License-Identifier: BSD-2-Clause
// Arithmetic of every type gives at specialisation what it gives at run time.
// RUN: %same_output %s
// SPEC: entry integers(struct numbers const *n, int x) as integers_known;
// SPEC: static n->c = -7, n->s = 300, n->l = -1, n->b = 1, n->u = 200;
// SPEC: entry reals(struct numbers const *n, double x) as reals_known;
// SPEC: static n->f = 0.1f, n->d = 0.1, n->c = -7;
// SPEC: entry wide(long a, int b) as wide_known;
// SPEC: static a = -5000000000;
// PRINTS: -1409192121 100000154.47666669 6511465054641709490
// PRINTS: -1409192137 100000155.47666669 0
// PRINTS: -1409192122 100000155.47666669 6511465054641593933
// PRINTS: -1409191219 inf -5423813964426363750
// PRINTS: -1409192098 300000157.95666659 1088425148017041140
// PRINTS: -1409192113 100000159.47666669 7599116144856824116
#include <math.h>
#include <stdio.h>

struct numbers {
    signed char c;
    short s;
    long l;
    _Bool b;
    unsigned char u;
    float f;
    double d;
    long double e;
    __int128 i;
};
typedef int four __attribute__((vector_size(16)));

long integers(struct numbers const* n, int x) {
    long r = n->c / 2 + n->c % 2 * 10 + (n->c >> 1) * 100;
    r += (unsigned char)n->c + (char)n->s + (n->l > 0U) + ((unsigned)n->l > 5U);
    r += n->b + !n->b + ~n->b + (signed char)n->u + (n->u << 24 >> 24);
    _Bool const y = n->s & x;
    r = r * 3 + y + (n->b ^ (x > 2)) + (short)(n->s * 300);
    r ^= __builtin_popcount((unsigned)n->s) + __builtin_clz((unsigned)n->s) +
         __builtin_ctzl((unsigned long)n->l) + __builtin_bswap32((unsigned)n->s);
    int o;
    if (__builtin_add_overflow(0x7fffff00 + n->u, n->s, &o)) r += o;
    if (__builtin_mul_overflow(n->s, x, &o)) r += 11;
    four v = {n->c, x, n->s, 4}, w = {1, 2, 3, 4};
    v = v * w + (v > w);
    r += v[0] + v[1] * 3 + v[2] * 5 + v[x & 3];
    return r;
}

double reals(struct numbers const* n, double x) {
    double r = n->f + n->d + (n->f == 0.1) + (n->d == 0.1) * 2;
    r += n->c / 3.0 + (int)(n->c / 2.0) + (int)(n->c * n->f * 100) + fabs(n->c);
    r += (double)(float)(n->d * 3) + (n->d != n->d) + (n->c * n->d < -0.5);
    double const zero = n->c + 7;
    r += (1 / (zero * n->c)) < 0 ? 1 : 2;
    r += isnan(zero / zero) ? 16 : 32;
    r += (x * zero == 0) * 64 + (x + zero) + (x - x == 0) * 128;
    long double e = n->d;
    e = e * 3 + n->e;
    return r + (double)e + (double)(float)n->e + (unsigned)(n->d * 1e9) + n->d * n->d;
}

long wide(long a, int b) {
    __int128 const p = (__int128)a * a * b;
    unsigned __int128 const q = (unsigned __int128)p >> 5;
    return (long)(p >> 64) ^ (long)q ^ (long)(p / 1000007) ^ (long)(p % 999);
}

long integers_known(struct numbers const* n, int x);
double reals_known(struct numbers const* n, double x);
long wide_known(long a, int b);

int main(void) {
    for (int x = -1; x < 5; ++x) {
        struct numbers n = {-7, 300, -1, 1, x == 4 ? 201 : 200, 0.1F, x == 3 ? 0.3 : 0.1, 5.5L, 3};
        printf("%ld %.17g %ld\n", integers_known(&n, x),
               reals_known(&n, x == 2   ? INFINITY
                               : x == 1 ? -0.0
                                        : x),
               wide_known(-5000000000, x * 1000));
    }
}
