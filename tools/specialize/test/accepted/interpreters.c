// SPDX-License-Identifier: BSD-2-Clause
// An interpreter becomes the program that it interprets: loops close, and ways meet.
// RUN: %same_output %s
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- gcc -O2 -c %s | %FileCheck %s
// SPEC: entry run(struct instruction const *code, long x) as run_nested;
// SPEC: static code = &nested[0];
// SPEC: entry run(struct instruction const *code, long x) as run_diamonds;
// SPEC: static code = &diamonds[0];
// SPEC: entry filter(struct test const *at, unsigned char const *p, unsigned n) as filter_known;
// SPEC: static at = &tests[0];
// CHECK-COUNT-3: instructions before, {{[0-9][0-9]?}} after
// PRINTS: 9 -2728
// PRINTS: 3 -1364
// PRINTS: 3 0
// PRINTS: 9 2730
// PRINTS: 18 1364
// PRINTS: 0 0 0 3 3 3 3 1 1
#include <stdio.h>

struct instruction {
    unsigned char code, a, b, c;
};
enum { set, add, subtract, multiply, jump_if, jump, finish, jump_if_less };

long run(struct instruction const* code, long x) {
    long r[8] = {x};
    for (unsigned at = 0;;) {
        struct instruction const i = code[at++];
        switch (i.code) {
        case set:
            r[i.a] = i.b;
            break;
        case add:
            r[i.a] = r[i.b] + r[i.c];
            break;
        case subtract:
            r[i.a] = r[i.b] - r[i.c];
            break;
        case multiply:
            r[i.a] = r[i.b] * r[i.c];
            break;
        case jump_if:
            if (r[i.a]) at = i.b;
            break;
        case jump:
            at = i.b;
            break;
        case jump_if_less:
            if (r[i.a] < r[i.b]) at = i.c;
            break;
        case finish:
            return r[i.a];
        }
    }
}

/* The sum of three times the numbers up to x, by a loop in a loop. */
struct instruction const nested[] = {{set, 1, 0},         {set, 2, 1},         {set, 5, 3},
                                     {add, 1, 1, 0},      {subtract, 5, 5, 2}, {jump_if, 5, 3},
                                     {subtract, 0, 0, 2}, {jump_if, 0, 2},     {finish, 1}};

#define DIAMOND(n)                                                                                 \
    {jump_if_less, 0, (n) % 4, 6 * (n) + 4}, {add, 1, 1, 0}, {add, 1, 1, 1},                       \
        {jump, 0, 6 * (n) + 5}, {subtract, 1, 1, 0}, {multiply, 2, 1, 1}
struct instruction const diamonds[] = {
    DIAMOND(0),  DIAMOND(1),  DIAMOND(2),  DIAMOND(3),  DIAMOND(4),  DIAMOND(5),  DIAMOND(6),
    DIAMOND(7),  DIAMOND(8),  DIAMOND(9),  DIAMOND(10), DIAMOND(11), DIAMOND(12), DIAMOND(13),
    DIAMOND(14), DIAMOND(15), DIAMOND(16), DIAMOND(17), DIAMOND(18), DIAMOND(19), {finish, 1}};

struct test {
    unsigned short code;
    unsigned char yes, no;
    unsigned number;
};
enum { load = 0x28, equal = 0x15, answer = 6 };

/* The outcome of a filter of packets, 0 if it reads past the packet. */
unsigned filter(struct test const* at, unsigned char const* p, unsigned n) {
    unsigned value = 0;
    for (;; ++at)
        switch (at->code) {
        case load:
            if (at->number > n || 2 > n - at->number) return 0;
            value = p[at->number] << 8 | p[at->number + 1];
            continue;
        case equal:
            at += value == at->number ? at->yes : at->no;
            continue;
        default:
            return at->number;
        }
}

struct test const tests[] = {{load, 0, 0, 0},   {equal, 0, 5, 1}, {load, 0, 0, 4},
                             {equal, 2, 0, 7},  {load, 0, 0, 8},  {equal, 0, 1, 9},
                             {answer, 0, 0, 3}, {answer, 0, 0, 1}};

long run_nested(struct instruction const* code, long x);
long run_diamonds(struct instruction const* code, long x);
unsigned filter_known(struct test const* at, unsigned char const* p, unsigned n);

int main(void) {
    for (long x = -2; x < 3; ++x)
        printf("%ld %ld\n", run_nested(nested, x < 0 ? -x : x + 1), run_diamonds(diamonds, x));
    unsigned char packet[10] = {0, 1, 0, 0, 0, 7, 0, 0, 0, 9};
    for (unsigned n = 0; n <= 10; n += 2)
        printf("%u ", filter_known(tests, packet, n));
    packet[5] = 8;
    printf("%u ", filter_known(tests, packet, 10));
    packet[9] = 1;
    printf("%u ", filter_known(tests, packet, 10));
    packet[1] = 2;
    printf("%u\n", filter_known(tests, packet, 10));
}
