// SPDX-License-Identifier: BSD-2-Clause
// Members that are declared constant have values that a fact may state.
// RUN: %same_output %s
// SPEC: entry area(struct shape const *shape) as area_of_wide;
// SPEC: static shape->width = 10;
// PRINTS: 30 12
#include <stdio.h>

struct shape { int const width; int height; };

int area(struct shape const *shape) { return shape->width * shape->height; }

int area_of_wide(struct shape const *shape);

int main(void) {
    struct shape const wide = {10, 3};
    struct shape const slim = {4, 3};
    printf("%d %d\n", area_of_wide(&wide), area_of_wide(&slim));
}
