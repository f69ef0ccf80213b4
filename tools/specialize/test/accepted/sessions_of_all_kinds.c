// SPDX-License-Identifier: BSD-2-Clause
// Results and parameters of all kinds pass a session's gate; its values are numbers and functions.
// RUN: %same_output %s
// RUN: %same_output --flag=-fPIC %s
// SPEC: closed program;
// SPEC: entry scale(struct dev const *d, double x, struct big add, int (*f)(int)) as scale_s;
// SPEC: session d->gain until drop;
// SPEC: session d->base until drop;
// SPEC: session d->id until drop;
// SPEC: entry poke(struct dev *d, int) as poke_s;
// SPEC: session d->hook until drop;
// SPEC: session d->id until drop;
// PRINTS: 16 42 33
// PRINTS: hook 21
// PRINTS: 0 0
// PRINTS: 16 42 33
// PRINTS: hook 21
// PRINTS: 26 42 33
#include <stdio.h>
struct big { long a, b, c; };
struct dev { int id; double gain; struct big base; void (*hook)(int); };
static struct big scale(struct dev const *d, double x, struct big add, int (*f)(int)) {
    struct big r = {(long)(d->base.a * d->gain + x) + add.a, f(d->id), d->base.c + add.c};
    return r;
}
static void poke(struct dev *d, int unused) {
    (void)unused;
    d->hook(d->id); }
static int twice(int x) { return 2 * x; }
static void show(int x) { printf("hook %d\n", x); }
struct big scale_s(struct dev const *d, double x, struct big add, int (*f)(int));
int scale_s_open(struct dev const *d);
void poke_s(struct dev *d, int unused);
int poke_s_open(struct dev *d);
void drop(struct dev *d) { d->id = 0; }
int main(void) {
    struct dev d = {21, 1.5, {10, 20, 30}, show};
    struct big add = {1, 2, 3};
    for (int i = 0; i < 2; i++) {
        struct big r = scale_s(&d, 0.25, add, twice);
        printf("%ld %ld %ld\n", r.a, r.b, r.c);
        poke_s(&d, 0);
        if (!i) printf("%d %d\n", scale_s_open(&d), poke_s_open(&d));
    }
    d.gain = 2.5;
    struct big r = scale_s(&d, 0.25, add, twice);
    printf("%ld %ld %ld\n", r.a, r.b, r.c);
}
