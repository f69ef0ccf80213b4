// SPDX-License-Identifier: BSD-2-Clause
// Calls through a table of operations that is known become calls of the functions.
// RUN: %same_output %s
// SPEC: entry send(struct stream *s, int value) as send_to_memory;
// SPEC: static s->operations = &memory_operations;
// PRINTS: 5 -5
// PRINTS: 6
#include <stdio.h>

struct stream;
struct operations { int (*put)(struct stream *, int); };
struct stream { struct operations const *operations; int last; };

static int put_in_memory(struct stream *s, int value) { return s->last = value; }
static int put_negative(struct stream *s, int value) { return s->last = -value; }
struct operations const memory_operations = {put_in_memory};
struct operations const negative_operations = {put_negative};

int send(struct stream *s, int value) { return s->operations->put(s, value); }

int send_to_memory(struct stream *s, int value);

int main(void) {
    struct stream memory = {&memory_operations, 0};
    struct stream negative = {&negative_operations, 0};
    printf("%d %d\n", send_to_memory(&memory, 5), send_to_memory(&negative, 5));
    printf("%d\n", send(&memory, 6));
}
