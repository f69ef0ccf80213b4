// SPDX-License-Identifier: BSD-2-Clause
// Known failure of clang-reorder-fields 19: it exchanges the texts between commas, and `*list[3]`
// after `int id` becomes an array of pointers to long.
// RUN: %same_output --class task --order reversed --order last,call,list,id %s
#include <stdio.h>

struct task {
    int id, *list[3], (*call)(int);
    long last;
};

static int twice(int x) { return 2 * x; }

int main(void) {
    int value = 5;
    struct task task = {1, {&value}, twice, 4};
    printf("%d %d %d %ld\n", task.id, *task.list[0], task.call(3), task.last);
}

// PRINTS: 1 5 6 4
