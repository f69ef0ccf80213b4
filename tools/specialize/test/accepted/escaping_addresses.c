// SPDX-License-Identifier: BSD-2-Clause
// A variable whose address is lost sight of may be written by whoever has it: through an element that
// is not known, bytes of the pointer, a call that reads the pointer only, an atomic pointer.
// RUN: %same_output %s
// SPEC: entry overwrite(int way, int n) as overwrite_known;
// SPEC: expect way in {0, 1, 2, 3, 4, 5};
// PRINTS: 602 107
// PRINTS: 6 7
// PRINTS: 6 7
// PRINTS: 6 7
// PRINTS: 6 7
// PRINTS: 106 107
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void write_deep(int *const *place, int n, int depth) {
    if (depth == 0)
        **place = n;
    else
        write_deep(place, n, depth - 1);
}

static int element(int n) {
    int one = 1, two = 2, *both[2] = {&one, &two};
    *both[n & 1] = n;
    return one * 100 + two;
}

static int bytes(int n) {
    int one = 1, *place = &one;
    unsigned char copy[sizeof place];
    memcpy(copy, &place, sizeof place);
    for (unsigned i = 0; i < sizeof copy; ++i)
        copy[i] ^= (unsigned char)n;
    for (unsigned i = 0; i < sizeof copy; ++i)
        copy[i] ^= (unsigned char)n;
    memcpy(&place, copy, sizeof place);
    *place = n;
    return one;
}

static int halves(int n) {
    int one = 1, *place = &one, *other;
    memcpy(&other, &place, 4);
    memcpy((char *)&other + 4, (char *)&place + 4, 4);
    *other = n;
    return one;
}

static int deep(int n) {
    int one = 1, *place = &one;
    write_deep(&place, n, 20);
    return one;
}

static int atomic(int n) {
    int one = 1;
    int *_Atomic place = &one;
    *atomic_load(&place) = n;
    return one;
}

static int numbers(int n) {
    int one = 1, two = 2;
    uintptr_t const both = (uintptr_t)&one ^ (uintptr_t)&two;
    *(int *)(both ^ (uintptr_t)&one) = n;
    return one * 100 + two;
}

int overwrite(int way, int n) {
    switch (way) {
    case 0: return element(n);
    case 1: return bytes(n);
    case 2: return halves(n);
    case 3: return deep(n);
    case 4: return atomic(n);
    default: return numbers(n);
    }
}

int overwrite_known(int way, int n);

int main(void) {
    for (int way = 0; way < 6; ++way)
        printf("%d %d\n", overwrite_known(way, 6), overwrite_known(way, 7));
}
