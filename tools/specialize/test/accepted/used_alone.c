// SPDX-License-Identifier: BSD-2-Clause
// What is known of an object survives a call that may wait, if it is promised that nobody else uses
// the object meanwhile; what the entry writes there itself is followed.
// RUN: %same_output %s
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- gcc -O2 -c %s | %FileCheck %s
// SPEC: entry put_both(struct stream *stream, int *lock) as put_shared;
// SPEC: static stream->left = 8;
// SPEC: dynamic *stream->next, *lock;
// SPEC: entry put_both(struct stream *stream, int *lock) as put_alone;
// SPEC: static stream->left = 8;
// SPEC: dynamic *stream->next, *lock;
// SPEC: promise alone *stream;
// CHECK: put_shared: put_both of
// CHECK: used_alone.c:[[# @LINE + 16]]: branches on a value that is not known
// CHECK: put_alone: put_both of
// CHECK-NOT: used_alone.c:[[# @LINE + 14]]: branches
// PRINTS: 30 2 0
// PRINTS: 30 2 0
// PRINTS: 10 1 0
#include <stdio.h>
#include <stdlib.h>

struct stream {
    int left;
    int *next;
};

static void put(struct stream *stream, int value) {
    // One test for each number, unless how much is left is known.
    if (stream->left < 4) return;
    stream->left -= 4;
    *stream->next++ = value;
}

int put_both(struct stream *stream, int *lock) {
    put(stream, 10);
    *lock = abs(rand()) < 0; // not followed: what is not promised is forgotten here
    put(stream, 20);
    return stream->left;
}

int put_shared(struct stream *stream, int *lock);
int put_alone(struct stream *stream, int *lock);

int main(void) {
    int (*const versions[])(struct stream *, int *) = {put_shared, put_alone, put_alone};
    for (int i = 0; i < 3; ++i) {
        int lock = 1, to[2] = {0};
        struct stream stream = {i == 2 ? 4 : 8, to};
        int const left = versions[i](&stream, &lock);
        printf("%d %d %d\n", to[0] + to[1], (int)(stream.next - to), left + lock);
    }
}
