// SPDX-License-Identifier: BSD-2-Clause
// What is known of one object survives stores into another: the guard tests that they do not
// overlap, unless that is promised.
// RUN: %same_output %s
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- gcc -O2 -c %s | %FileCheck %s
// SPEC: entry put_all(struct stream *stream, const int *from) as put_tested;
// SPEC: static stream->left = 8;
// SPEC: dynamic *stream->next;
// SPEC: entry put_all(struct stream *stream, const int *from) as put_promised;
// SPEC: static stream->left = 8;
// SPEC: promise apart *stream->next;
// CHECK: put_tested: put_all of
// CHECK: of objects lie apart
// CHECK: put_promised: put_all of
// CHECK-NOT: lie apart
// PRINTS: 30 30
#include <stdio.h>

struct stream {
    int left;
    int *next;
};

static int put(struct stream *stream, int value) {
    if (stream->left < 4) return 0;
    stream->left -= 4;
    *stream->next++ = value;
    return 1;
}

int put_all(struct stream *stream, const int *from) {
    return put(stream, from[0]) && put(stream, from[1]) && !put(stream, from[2]);
}

int put_tested(struct stream *stream, const int *from);
int put_promised(struct stream *stream, const int *from);

int main(void) {
    const int from[] = {10, 20, 30};
    int to[2] = {0};
    struct stream stream = {8, to};
    int const tested = put_tested(&stream, from) ? to[0] + to[1] : -1;
    int again[2] = {0};
    stream = (struct stream){8, again};
    int const promised = put_promised(&stream, from) ? again[0] + again[1] : -1;
    printf("%d %d\n", tested, promised);
}
