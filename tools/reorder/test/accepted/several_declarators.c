// SPDX-License-Identifier: BSD-2-Clause
// Declarators that share their specifiers are split, with all that each of them has.
// RUN: %same_output --class task %s
#include <stdio.h>

static int twice(int x) { return 2 * x; }

struct task {
    int id, *list[3], (*call)(int); /* three of them */
    char *name, initial, **names;
    unsigned long int first, second __attribute__((aligned(16))), third;
    double __complex__ point, turn;
};

int main(void) {
    int value = 7;
    char *names[] = {"x", "y"};
    struct task task = {.id = 1, .list = {0, &value}, .call = twice, .name = "task"};
    task.initial = 't';
    task.names = names;
    task.first = 10;
    task.second = 20;
    task.third = 30;
    printf("%d %d %d %s %c %s\n", task.id, *task.list[1], task.call(4), task.name, task.initial,
           task.names[1]);
    task.point = 2;
    task.turn = 3;
    printf("%lu %lu %lu %.0f\n", task.first, task.second, task.third,
           __real__(task.point * task.turn));
}

// PRINTS: 1 7 8 task t y
// PRINTS: 10 20 30 6
