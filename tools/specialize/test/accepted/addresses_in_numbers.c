// SPDX-License-Identifier: BSD-2-Clause
// A number that becomes a pointer leads to whatever was ever turned into a number.
// RUN: %same_output %s
// SPEC: closed program;
// SPEC: entry moved(struct pair *s, uintptr_t u, int v) as moved_known;
// SPEC: static s->mode = 1;
// SPEC: entry mixed(struct pair *s, uintptr_t u, int v) as mixed_known;
// SPEC: static s->mode = 1;
// SPEC: entry kept(struct pair *s, int v) as kept_known;
// SPEC: static s->mode = 1;
// PRINTS: 101 106
// PRINTS: 101 106
// PRINTS: 101 106
#include <stdint.h>
#include <stdio.h>

struct pair {
    int first, mode;
};

static uintptr_t place;

int moved(struct pair* s, uintptr_t u, int v) {
    int a = s->mode;
    *(int*)(u + 4) = v;
    return a * 100 + s->mode;
}

static void write(uintptr_t u, int v) {
    *(int*)(u ^ 0x55) = v;
}

int mixed(struct pair* s, uintptr_t u, int v) {
    int a = s->mode;
    write(u, v);
    return a * 100 + s->mode;
}

int kept(struct pair* s, int v) {
    int a = s->mode;
    *(int*)place = v;
    return a * 100 + s->mode;
}

int moved_known(struct pair* s, uintptr_t u, int v);
int mixed_known(struct pair* s, uintptr_t u, int v);
int kept_known(struct pair* s, int v);

int main(void) {
    struct pair x = {0, 1}, y = {0, 1};
    printf("%d ", moved_known(&x, (uintptr_t)&y, 6));
    printf("%d\n", moved_known(&x, (uintptr_t)&x, 6));
    x.mode = 1;
    int z;
    printf("%d ", mixed_known(&x, (uintptr_t)&z ^ 0x55, 6));
    printf("%d\n", mixed_known(&x, (uintptr_t)&x.mode ^ 0x55, 6));
    x.mode = 1;
    place = (uintptr_t)&y.mode;
    printf("%d ", kept_known(&x, 6));
    place = (uintptr_t)&x.mode;
    printf("%d\n", kept_known(&x, 6));
    return 0;
}
