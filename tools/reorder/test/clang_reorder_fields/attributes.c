// SPDX-License-Identifier: BSD-2-Clause
// Known failure of clang-reorder-fields 19: attributes after a name stay where they were, and hold
// for another member.
// RUN: %same_output --class record %s
#include <stddef.h>
#include <stdio.h>

struct record {
    char kind;
    char data __attribute__((aligned(32)));
    int count;
};

int main(void) {
    struct record record = {.data = 'd', .count = 3};
    printf("%c %d %zu\n", record.data, record.count, offsetof(struct record, data) % 32);
}

// PRINTS: d 3 0
