// SPDX-License-Identifier: BSD-2-Clause
// Members and initialisers that macros of the program write.
// RUN: %same_output --class item %s
#include <stdint.h>
#include <stdio.h>
#include <sys/queue.h>

#define LINK(type) struct type *next, *previous
#define ITEM(key, name) {.n = name, key, NULL}

struct item {
    LINK(item);
    const char *n;
    uint32_t key;
    void *data;
    TAILQ_ENTRY(item) entry;
    char flag;
};

#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

static struct item items[] = {ITEM(1, "one"), ITEM(2, "two")};

int main(void) {
    items[0].next = &items[1];
    printf("%s %u %s\n", items[0].n, items[1].key, items[0].next->n);
}

// PRINTS: one 2 two
