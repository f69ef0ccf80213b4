// SPDX-License-Identifier: BSD-2-Clause
// A pointer to partly known data is used, and passed on to what keeps it and writes through it.
// RUN: %same_output %s
// SPEC: entry use(struct part *p, int n) as use_known;
// SPEC: static p->known = 4, p->inner->level = 2;
// PRINTS: 26002 6 9 7
// PRINTS: 26002 6 9 7
// PRINTS: 26002 6 9 7
// PRINTS: 56002 6 9 7
// PRINTS: 22462 3 9 7
#include <stdio.h>

struct inner {
    int level;
};
struct part {
    int known;
    int unknown;
    struct inner* inner;
};
static struct part* kept;
static int** hidden;

__attribute__((noinline)) void keep(struct part* p) {
    kept = p;
}
__attribute__((noinline)) void change(void) {
    if (kept) kept->known++;
}
void (*volatile changer)(void) = change;
void (*volatile keeper)(struct part*) = keep;

int use(struct part* p, int n) {
    int local = 10, sum = p->known * 10;
    int* address = &local;
    hidden = &address;
    keeper(p);
    sum += p->known;
    local += 5;
    changer();
    sum += p->known * 100 + p->inner->level * 1000;
    **hidden += n;
    sum += local;
    p->inner->level = 7;
    for (int i = 0; i < p->inner->level; ++i) {
        sum += p->known;
        if (i == n) changer();
    }
    struct part mine = {1, n, p->inner};
    keeper(&mine);
    changer();
    sum = sum * 10 + mine.known;
    kept = p;
    hidden = 0;
    return sum;
}

int use_known(struct part* p, int n);

int main(void) {
    for (int n = 0; n < 5; ++n) {
        struct inner inner = {n == 3 ? 5 : 2};
        struct part part = {n == 4 ? 1 : 4, 9, &inner};
        printf("%d ", use_known(&part, n));
        printf("%d %d %d\n", part.known, part.unknown, inner.level);
    }
}
