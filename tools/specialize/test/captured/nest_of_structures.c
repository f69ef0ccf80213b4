// SPDX-License-Identifier: BSD-2-Clause
// Values in a nest of structures, which code of another source computes, are captured, filled in,
// and specialised by: the calls through the table and the tests of the state are gone.
// RUN: %spec_of %s %t.spec
// RUN: %specialize capture %t.spec -o %t.recording.o -- gcc -O2 -std=gnu89 -I%S/Inputs -c %s %S/Inputs/nest_open.c
// RUN: gcc %t.recording.o -o %t.recording
// RUN: %specialize capture %t.spec -o %t.sections.o -- gcc -O2 -ffunction-sections -fdata-sections -I%S/Inputs -c %s %S/Inputs/nest_open.c
// RUN: clang-19 -fuse-ld=lld -Wl,--gc-sections %t.sections.o -o %t.sections
// RUN: env FLATLAND_CAPTURE=%t.sections.capture %t.sections > %t.recorded
// RUN: %specialize fill %t.spec --from %t.sections.capture -- gcc -O2 -I%S/Inputs -c %s %S/Inputs/nest_open.c | %FileCheck --match-full-lines --check-prefix=FILLED %s
// RUN: env FLATLAND_CAPTURE=%t.capture %t.recording > %t.recorded
// RUN: %specialize fill %t.spec --from %t.capture -o %t.filled.spec -- gcc -O2 -std=gnu89 -I%S/Inputs -c %s %S/Inputs/nest_open.c
// RUN: %FileCheck --match-full-lines --input-file=%t.filled.spec --check-prefix=FILLED %s
// RUN: %specialize %t.filled.spec --replace -o %t.o -- gcc -O2 -I%S/Inputs -c %s %S/Inputs/nest_open.c > %t.report
// RUN: %FileCheck --input-file=%t.report --check-prefix=REPORT %s
// RUN: gcc %t.o -o %t.special
// RUN: %t.special > %t.printed
// RUN: diff %t.recorded %t.printed
// RUN: gcc -O2 -I%S/Inputs %s %S/Inputs/nest_open.c -o %t.general
// RUN: %t.general > %t.printed
// RUN: diff %t.recorded %t.printed
// RUN: valgrind --tool=callgrind --callgrind-out-file=%t.before %t.general 2>&1 | %python %S/../support/instructions.py > %t.count
// RUN: valgrind --tool=callgrind --callgrind-out-file=%t.after %t.special 2>&1 | %python %S/../support/instructions.py --below %t.count

// SPEC: // How the client is used.
// SPEC: entry call(struct client *client, int const *arguments, int flags) as quick_call;
// SPEC: static *client->state;   // all that it holds
// SPEC: static flags, // of each call
// SPEC:        client->calls;
// SPEC: static sizeof arguments = 8;
// SPEC: dynamic *arguments, client->state->stream.place;

// FILLED: // How the client is used.
// FILLED-NEXT: entry call(struct client *client, int const *arguments, int flags) as quick_call;
// FILLED-NEXT: // static *client->state:   // all that it holds
// FILLED-NEXT: static client->state->stream.direction = ENCODE;  // the same at 1000 calls
// FILLED-NEXT: static client->state->stream.operations = &to_memory;  // the same at 1000 calls
// FILLED-NEXT: // static client->state->stream.left: more than 4 values at 1000 calls, not static
// FILLED-NEXT: static client->state->version = -3;  // the same at 1000 calls
// FILLED-NEXT: static client->state->urgent = 0;  // the same at 1000 calls
// FILLED-NEXT: static client->state->kind = 5;  // the same at 1000 calls
// FILLED-NEXT: static client->state->rate = 0x1p-1;  // the same at 1000 calls
// FILLED-NEXT: static client->state->lengths[0] = 0;  // the same at 1000 calls
// FILLED-NEXT: static client->state->lengths[1] = 4;  // the same at 1000 calls
// FILLED-NEXT: static client->state->lengths[2] = 0;  // the same at 1000 calls
// FILLED-NEXT: static client->state->last_length = &known_lengths[3];  // the same at 1000 calls
// FILLED-NEXT: // static client->state->choice: in `all_operations` of {{.*}}nest_open.c, which the source of the entry does not declare
// FILLED-NEXT: static client->state->is_open = 1;  // the same at 1000 calls
// FILLED-NEXT: static client->state->release = &free;  // the same at 1000 calls
// FILLED-NEXT: // static flags: 2 values at 1000 calls, not static // of each call
// FILLED-NEXT: // expect flags in {0, 1};
// FILLED-NEXT: // static client->calls: more than 4 values at 1000 calls, not static
// FILLED-NEXT: static sizeof arguments = 8;
// FILLED-NEXT: dynamic *arguments, client->state->stream.place;

// REPORT: tested {{.*}}`client->state->stream.direction = ENCODE`{{.*}}`client->state->stream.operations = &to_memory`

#include "nest.h"

#include <stdio.h>
#include <stdlib.h>

extern struct operations const to_memory;
extern int const known_lengths[4];

/* Nobody defines these, and nothing that is used needs them. */
extern int never_defined;
int never_defined_function(void);
static __inline int never_used(void) { return never_defined_function() + never_defined; }

static int give_back(struct state *state) {
    if (state->release == free) return 1;
    state->release(state);
    return 0;
}

static int put_number(struct stream *stream, int value) {
    if (stream->direction == ENCODE) return stream->operations->put(stream, value);
    return -1;
}

int call(struct client *client, int const *arguments, int flags) {
    struct state *state = client->state;
    int i, done = 0;
    ++client->calls;
    if (!state->is_open || state->kind != 5) return give_back(state);
    for (i = 0; i < state->lengths[1]; ++i)
        done += put_number(&state->stream, arguments[i % 2] + flags);
    return done + state->version + (*state->last_length == 16);
}

int main(void) {
    static unsigned char buffer[5000];
    struct client *client = open_client(buffer, sizeof buffer);
    int arguments[2] = {1, 2};
    unsigned sum = 0;
    int i;
    for (i = 0; i < 1000; ++i)
        sum += (unsigned)call(client, arguments, i % 2);
    for (i = 0; i < 5000; ++i)
        sum = sum * 31 + buffer[i];
    printf("%u\n", sum);
    return 0;
}
