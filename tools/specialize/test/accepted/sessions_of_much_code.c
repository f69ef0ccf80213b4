// SPDX-License-Identifier: BSD-2-Clause
// Code of a session with tables, constants, variables and calls of its own.
// RUN: %same_output %s
// SPEC: closed program;
// SPEC: entry work(struct dev const *d, int op, char *out) as work_s;
// SPEC: session d->kind until drop;
// SPEC: session d->gain until drop;
// SPEC: session d->name until drop;
// PRINTS: 7.875 some;1.625 some;7.25 three;-2.25 some;0.003 some;9 Zome;1 some;0.5 some; 8
// PRINTS: 0
// PRINTS: 7.875 some;1.625 some;7.25 three;-2.25 some;0.003 some;9 Zome;1 some;0.5 some; 16
// PRINTS: 7.875 some;1.625 some;7.25 zero;-2.25 some;0 some;9 Zome;1 some;1.5 some; 24
#include <stdio.h>
#include <string.h>
#include <errno.h>
struct dev { int kind; double gain; char name[24]; };
static int hits; static const char *const names[] = {"zero", "one", "two", "three"};
static double half_root(double x) { return x == 2.25 ? 1.5 : x / 2; }

double work(struct dev const *d, int op, char *out) {
    hits++;
    memcpy(out, d->name, sizeof d->name);
    switch (op) {
    case 0: return d->gain * 3.5;
    case 1: return half_root(d->gain) + 0.125;
    case 2: strcpy(out, names[d->kind & 3]); return 7.25;
    case 3: return -d->gain;
    case 4: return d->kind / 1e3;
    case 5: out[0] = 'Z'; return 9.0;
    case 6: errno = 5; return 1;
    }
    return d->kind == 3 ? 0.5 : 1.5;
}
double work_s(struct dev const *d, int op, char *out);
int work_s_open(struct dev const *d);
void drop(struct dev *d) { d->kind = 0; }
static void run(struct dev *d, double (*f)(struct dev const *, int, char *)) {
    for (int i = 0; i < 8; i++) {
        char out[24];
        double v = f(d, i, out);
        printf("%g %s;", v, out);
    }
    printf(" %d\n", hits);
}
int main(void) {
    struct dev d = {3, 2.25, "some"};
    run(&d, work);
    printf("%d\n", work_s_open(&d));
    run(&d, work_s);
    drop(&d);
    run(&d, work_s);
}
