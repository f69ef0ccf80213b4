// SPDX-License-Identifier: BSD-2-Clause
// Two structs, one inside the other, are laid out at once.
// RUN: %same_output --class outer --class inner --order reversed %s
#include <stdio.h>

struct outer {
    char first;
    struct inner {
        char a;
        int b;
        char c;
    } inner[2];
    long last;
};

static struct outer outer = {'f', {{'a', 1, 'c'}, {.b = 2, 'd'}}, 3};

int main(void) {
    printf("%c %c %d %c %d %c %ld\n", outer.first, outer.inner[0].a, outer.inner[0].b,
           outer.inner[0].c, outer.inner[1].b, outer.inner[1].c, outer.last);
}

// PRINTS: f a 1 c 2 d 3
