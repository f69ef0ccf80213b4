// SPDX-License-Identifier: BSD-2-Clause
// A loop of unknown length whose elements may fail stays a loop: it is no interpreter.
// RUN: %same_output %s
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- gcc -O2 -c %s | %FileCheck %s
// SPEC: entry sum_of(struct stream *stream, unsigned count) as sum_of_known;
// SPEC: static stream->operation = decode;
// CHECK-NOT: limits
// CHECK: instructions before, {{[0-9][0-9]}} after
// PRINTS: 10 6 0 0
#include <stdio.h>

struct stream {
    enum { encode, decode, release } operation;
    unsigned left;
    unsigned const* at;
};

static int get(struct stream* stream, unsigned* number) {
    if (stream->left < sizeof *number) return 0;
    stream->left -= sizeof *number;
    *number = *stream->at++;
    return 1;
}

static int element(struct stream* stream, unsigned* number) {
    switch (stream->operation) {
    case encode:
        return 0;
    case decode:
        return get(stream, number);
    case release:
        return 1;
    }
    return 0;
}

unsigned sum_of(struct stream* stream, unsigned count) {
    unsigned sum = 0;
    int is_well = 1;
    for (unsigned i = 0; i < count && is_well; ++i) {
        unsigned number = 0;
        is_well = element(stream, &number);
        sum += number;
    }
    return sum;
}

unsigned sum_of_known(struct stream* stream, unsigned count);

int main(void) {
    unsigned const numbers[] = {1, 2, 3, 4};
    unsigned const lengths[] = {16, 12, 3, 0};
    for (int i = 0; i < 4; ++i) {
        struct stream stream = {decode, lengths[i], numbers};
        printf("%u%c", sum_of_known(&stream, 4), i < 3 ? ' ' : '\n');
    }
}
