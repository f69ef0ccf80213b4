// SPDX-License-Identifier: BSD-2-Clause
// Known failure of clang-reorder-fields 19: it gives up on lists that leave inner braces or members
// out, and on designated ones.
// RUN: %same_output --class line --flag=-Wno-missing-braces %s
#include <stdio.h>

struct point {
    int x, y;
};
struct line {
    struct point from;
    int width;
    int colour;
};

int main(void) {
    struct line const lines[] = {{1, 2, 3, 0}, {.width = 4, .from = {5, 6}, .colour = 0}};
    printf("%d %d %d\n", lines[0].from.x, lines[0].from.y, lines[0].width);
    printf("%d %d %d\n", lines[1].from.x, lines[1].from.y, lines[1].width);
}

// PRINTS: 1 2 3
// PRINTS: 5 6 4
