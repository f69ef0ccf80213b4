// SPDX-License-Identifier: BSD-2-Clause
// Some members of a structure are known, others are not.
// RUN: %same_output %s
// SPEC: entry put(struct stream *s, int value) as put_encoding;
// SPEC: static s->state->operation = ENCODE;
// SPEC: static s->state->width = 4;
// PRINTS: 1 4 7
// PRINTS: 1 8 9
// PRINTS: 0 8 0
#include <stdio.h>

enum operation { ENCODE, DECODE };
struct state { enum operation operation; int width; int position; };
struct stream { struct state *state; int *out; };

int put(struct stream *s, int value) {
    if (s->state->operation != ENCODE) {
        *s->out = 0;
        return 0;
    }
    s->state->position += s->state->width;
    *s->out = value;
    return 1;
}

int put_encoding(struct stream *s, int value);

static void show(struct stream *s, int value) {
    int const done = put_encoding(s, value);
    printf("%d %d %d\n", done, s->state->position, *s->out);
}

int main(void) {
    int out = 0;
    struct state state = {ENCODE, 4, 0};
    struct stream stream = {&state, &out};
    show(&stream, 7);
    show(&stream, 9);
    state.operation = DECODE;
    show(&stream, 11);
}
