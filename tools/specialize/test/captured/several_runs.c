// SPDX-License-Identifier: BSD-2-Clause
// Records of several runs count as one: a fact must have held in all of them. The version's own name
// is recorded like the function's, pointers to it too.
// RUN: %spec_of %s %t.spec
// RUN: %specialize capture %t.spec -o %t.o -- gcc -O2 -c %s
// RUN: gcc -DMAIN -O2 -c %s -o %t.main.o
// RUN: gcc %t.main.o %t.o -o %t.program
// RUN: env FLATLAND_CAPTURE=%t.one %t.program
// RUN: env FLATLAND_CAPTURE=%t.two %t.program more
// RUN: %specialize fill %t.spec --from %t.one -- gcc -O2 -c %s | %FileCheck --check-prefix=ONE %s
// RUN: %specialize fill %t.spec --from %t.one --from=%t.two -- gcc -O2 -c %s | %FileCheck --check-prefix=BOTH %s
// SPEC: entry scale(int x, int factor, int offset) as quick_scale;
// SPEC: static factor, offset;
// SPEC: entry scale(int x, int factor, int offset) as quickest_scale;
// SPEC: promise offset;
// ONE: static factor = 2;  // the same at 32 calls
// ONE: static offset = 5;  // the same at 32 calls
// ONE: promise offset = 5;  // the same at 32 calls
// BOTH: // static factor: 2 values at 65 calls, not static
// BOTH: // expect factor in {2, 3};
// BOTH: static offset = 5;  // the same at 65 calls
// BOTH: promise offset = 5;  // the same at 65 calls
#ifdef MAIN

int scale(int x, int factor, int offset);
int quick_scale(int x, int factor, int offset);
int quickest_scale(int x, int factor, int offset);
int (*volatile pointer)(int, int, int) = scale;

int main(int count, char **words) {
    (void)words;
    int sum = 0;
    for (int i = 0; i < 10; ++i)
        sum += scale(i, 1 + count, 5) + quick_scale(i, 1 + count, 5) + pointer(i, 1 + count, 5);
    sum += pointer(1, 2, 5) + quickest_scale(1, 2, 5);
    for (int i = 1; i < count; ++i)
        sum += scale(i, 3, 5);
    return sum == 0;
}

#else

int scale(int x, int factor, int offset) { return x * factor + offset; }

#endif
