// SPDX-License-Identifier: BSD-2-Clause
// Known failure of clang-reorder-fields 19: the members of an anonymous union cannot be placed.
// RUN: %same_output --class value --order count,number,kind --order number,count,kind %s
#include <stdio.h>

struct value {
    char kind;
    union {
        int number;
        char letter;
    };
    int count;
};

int main(void) {
    struct value value = {'n', {3}, 1};
    printf("%c %d %d\n", value.kind, value.number, value.count);
}

// PRINTS: n 3 1
