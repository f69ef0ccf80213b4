// SPDX-License-Identifier: BSD-2-Clause
// With `--alone` the object has the versions only, and the general code comes from the user's own.
// RUN: %same_output --alone %s
// SPEC: entry scale(struct point *p, int factor) as scale_by_three;
// SPEC: static factor = 3, p->limit = 100;
// PRINTS: 6 9
// PRINTS: 100 100
// PRINTS: 4 6 2
#include <stdio.h>

struct point { int x, y, limit; };
int scalings;

static int cut(int value, int limit) { return value > limit ? limit : value; }

void scale(struct point *p, int factor) {
    ++scalings;
    p->x = cut(p->x * factor, p->limit);
    p->y = cut(p->y * factor, p->limit);
}

#ifndef WITHOUT_MAIN
void scale_by_three(struct point *p, int factor);

int main(void) {
    struct point small = {2, 3, 100};
    scale_by_three(&small, 3);
    printf("%d %d\n", small.x, small.y);
    struct point large = {200, 300, 100};
    scale_by_three(&large, 3);
    printf("%d %d\n", large.x, large.y);
    struct point general = {2, 3, 50};
    scale(&general, 2);
    printf("%d %d %d\n", general.x, general.y, scalings - 1);
}
#endif
