// SPDX-License-Identifier: BSD-2-Clause
// The macro of the Linux kernel that finds the object around a member.
// RUN: %same_output --class task %s
#include <stddef.h>
#include <stdio.h>

#define container_of(ptr, type, member)                                                            \
    ({                                                                                             \
        const __typeof__(((type *)0)->member) *__mptr = (ptr);                                     \
        (type *)((char *)__mptr - offsetof(type, member));                                         \
    })

struct list {
    struct list *next;
};
struct task {
    char name[12];
    struct list run;
    int priority;
};

int main(void) {
    struct task task = {"init", {NULL}, 5};
    struct list *list = &task.run;
    printf("%s %d %s\n", container_of(list, struct task, run)->name,
           container_of(list, struct task, run)->priority,
           container_of(&task.run, struct task, run)->name);
}

// PRINTS: init 5 init
