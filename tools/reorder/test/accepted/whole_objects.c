// SPDX-License-Identifier: BSD-2-Clause
// Whole objects may be copied, cleared, allocated and sorted.
// RUN: %same_output --class record %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    char name[8];
    int key;
    short rank;
};

static int compare(const void *left, const void *right) {
    const struct record *a = left, *b = right;
    return a->key - b->key;
}

int main(void) {
    struct record *all = calloc(3, sizeof(struct record)), copy[3];
    for (int i = 0; i < 3; ++i) {
        strcpy(all[i].name, "name");
        all[i].key = 3 - i;
        all[i].rank = (short)i;
    }
    qsort(all, 3, sizeof *all, compare);
    memcpy(copy, all, 3 * sizeof(struct record));
    all = realloc(all, 5 * sizeof(struct record));
    memmove(all + 1, all, sizeof(*all) * 2);
    memset(&all[0], 0, sizeof(struct record));
    memset(all[1].name, 'x', sizeof all[1].name - 1);
    printf("%d %d %d %s %d %d\n", copy[0].key, copy[2].rank, all[0].key, all[1].name, all[1].key,
           all[2].key);
    free(all);
}

// PRINTS: 1 0 0 xxxxxxx 1 2
