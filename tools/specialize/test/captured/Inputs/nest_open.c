// SPDX-License-Identifier: BSD-2-Clause
// The program's own initialisation: what `capture` has to find out.
#include "nest.h"

#include <stdlib.h>

static int put(struct stream *stream, int value) {
    if (stream->left == 0) return 0;
    *stream->place++ = (unsigned char)value;
    --stream->left;
    return 1;
}

struct operations const to_memory = {put};
static struct operations const *const all_operations[2] = {0, &to_memory};

int const known_lengths[4] = {2, 4, 8, 16};

struct client *open_client(unsigned char *buffer, unsigned size) {
    struct client *client = calloc(1, sizeof *client);
    struct state *state = calloc(1, sizeof *state);
    client->state = state;
    state->stream.direction = DECODE;
    state->stream.direction = ENCODE;
    state->stream.operations = all_operations[1];
    state->stream.place = buffer;
    state->stream.left = size;
    state->version = -3;
    state->kind = 5;
    state->rate = 0.5;
    state->lengths[1] = known_lengths[1];
    state->last_length = &known_lengths[3];
    state->choice = &all_operations[1];
    state->is_open = 1;
    state->release = free;
    return client;
}
