// SPDX-License-Identifier: BSD-2-Clause
// A fact about a bit-field states, and tests, its bits alone.
// RUN: %same_output %s
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- gcc -O2 -c %s | %FileCheck %s
// SPEC: entry sum(struct options *options, int value) as sum_plain;
// SPEC: static options->kind = 5;
// SPEC: static options->width = -2;
// CHECK: tested {{.*}}`options->kind = 5` {{.*}}`options->width = -2`
// PRINTS: 13 13 16 108 13
#include <stdio.h>

struct options {
    unsigned is_loud : 1;
    unsigned kind : 3;
    int width : 4;
    unsigned rest : 20;
};

int sum(struct options *options, int value) {
    if (options->kind == 5) value += 5;
    if (options->kind == 6) value += 100;
    return value + options->width + (options->is_loud ? 3 : 0);
}

int sum_plain(struct options *options, int value);

int main(void) {
    struct options options[] = {{0, 5, -2, 7}, {0, 5, -2, 9}, {1, 5, -2, 9}, {0, 6, -2, 9}};
    for (int i = 0; i < 4; ++i) printf("%d ", sum_plain(&options[i], 10));
    printf("%d\n", sum(&options[0], 10));
}
