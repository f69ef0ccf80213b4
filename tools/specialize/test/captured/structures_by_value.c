// SPDX-License-Identifier: BSD-2-Clause
// Large structures that are passed and returned by value come to the recorder as to the entry; a path
// may end at a parameter, or in one.
// RUN: %spec_of %s %t.spec
// RUN: %specialize capture %t.spec -o %t.o -- gcc -O2 -c %s
// RUN: gcc %t.o -o %t.program
// RUN: env FLATLAND_CAPTURE=%t.capture %t.program
// RUN: %specialize fill %t.spec --from %t.capture -o %t.filled -- gcc -O2 -c %s
// RUN: %FileCheck --match-full-lines --input-file=%t.filled %s
// RUN: %specialize check %t.filled -- gcc -O2 -c %s
// SPEC: entry turn(struct large large, struct small small, int *count) as quick_turn;
// SPEC: promise large.values;
// SPEC: static small, count[1];
// CHECK: // promise large.values:
// CHECK-NEXT: promise large.values[0] = 0;  // the same at 3 calls
// CHECK-NEXT: promise large.values[1] = 1;  // the same at 3 calls
// CHECK-NEXT: promise large.values[2] = 4;  // the same at 3 calls
// CHECK-NEXT: // promise large.values[3]: 3 values at 3 calls, not static
// CHECK-NEXT: // expect large.values[3] in {0, 1, 2};
// CHECK-NEXT: // static small:
// CHECK-NEXT: static small.kind = 120;  // the same at 3 calls
// CHECK-NEXT: static small.weight = 0x1.8p1f;  // the same at 3 calls
// CHECK-NEXT: static count[1] = 7;  // the same at 3 calls

struct large {
    long values[4];
    char rest[64];
};

struct small {
    char kind;
    float weight;
};

__attribute__((noinline)) struct large turn(struct large large, struct small small, int *count) {
    large.values[3] += small.kind + count[1];
    return large;
}

int main(void) {
    struct large const large = {{0, 1, 4, 0}, {0}};
    struct small const small = {'x', 3.0F};
    int count[2] = {0, 7};
    for (long i = 0; i < 3; ++i) {
        struct large given = large;
        given.values[3] = i;
        struct large const result = turn(given, small, count);
        if (result.values[2] != 4 || result.values[3] != i + 'x' + 7) return 1;
    }
    return 0;
}
