// SPDX-License-Identifier: BSD-2-Clause
// What a function will write is expected: tested where it writes it, and other values run on, too.
// RUN: %same_output %s
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- gcc -O2 -c %s | %FileCheck %s
// SPEC: entry begin_and_put(struct stream *stream, int first, int second) as put_expected;
// SPEC: promise alone *stream;
// SPEC: expect stream->left in {8, 4} when begin writes it;
// CHECK: put_expected: begin_and_put of
// CHECK: expected  `stream->left in {8, 4} when begin writes it`
// PRINTS: 30 0
// PRINTS: 10 0
// PRINTS: 30 92
// PRINTS: 0 1
#include <stdio.h>

struct stream {
    char *place;
    int left; // to the end, wherever the place is
    int *next;
};

/// The place goes back to the start: what is left then is always the same.
static void begin(struct stream *stream, char *start) {
    stream->left = (int)(stream->place + stream->left - start);
    stream->place = start;
}

static void put(struct stream *stream, int value) {
    if (stream->left < 4) return;
    stream->left -= 4;
    stream->place += 4;
    *stream->next++ = value;
}

static char buffer[100];

int begin_and_put(struct stream *stream, int first, int second) {
    begin(stream, buffer);
    put(stream, first);
    put(stream, second);
    return stream->left;
}

int put_expected(struct stream *stream, int first, int second);

int main(void) {
    static const int sizes[] = {8, 4, 100, 1};
    for (int i = 0; i < 4; ++i) {
        int to[2] = {0};
        struct stream stream = {buffer + sizes[i], 0, to};
        int const left = put_expected(&stream, 10, 20);
        printf("%d %d\n", to[0] + to[1], left);
    }
}
