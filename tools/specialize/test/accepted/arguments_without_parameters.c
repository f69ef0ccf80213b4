// SPDX-License-Identifier: BSD-2-Clause
// `va_arg` reads any argument that has no parameter of its own, at once or later.
// RUN: %same_output %s
// SPEC: closed program;
// SPEC: entry at_once(struct pair *s, int v) as at_once_known;
// SPEC: static s->mode = 1;
// SPEC: entry later(struct pair *s, int v) as later_known;
// SPEC: static s->mode = 1;
// PRINTS: 105 106
// PRINTS: 105
#include <stdarg.h>
#include <stdio.h>

struct pair {
    int first, mode;
};

static int* registered;

static void set(int v, ...) {
    va_list list;
    va_start(list, v);
    int* p = va_arg(list, int*);
    *p = v;
    va_end(list);
}

static void keep(int n, ...) {
    va_list list;
    va_start(list, n);
    registered = va_arg(list, int*);
    va_end(list);
}

__attribute__((noinline)) static void write(int v) {
    *registered = v;
}

int at_once(struct pair* s, int v) {
    int a = s->mode;
    set(v, &s->mode);
    return a * 100 + s->mode;
}

int later(struct pair* s, int v) {
    int a = s->mode;
    write(v);
    return a * 100 + s->mode;
}

int at_once_known(struct pair* s, int v);
int later_known(struct pair* s, int v);

int main(void) {
    struct pair x = {0, 1};
    printf("%d ", at_once_known(&x, 5));
    x.mode = 1;
    printf("%d\n", at_once_known(&x, 6));
    x.mode = 1;
    keep(1, &x.mode);
    printf("%d\n", later_known(&x, 5));
    return 0;
}
