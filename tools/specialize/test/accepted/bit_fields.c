// SPDX-License-Identifier: BSD-2-Clause
// Bit-fields beside known ones are read and written without harm to either.
// RUN: %same_output %s
// SPEC: entry fields(struct packed *p, unsigned value) as fields_known;
// SPEC: static p->code = 5;
// PRINTS: 529 5 -4 85 32 0 1
// PRINTS: -474 6 -4 112 64 1 2
// PRINTS: -593 6 -4 31 64 1 2
// PRINTS: -560 6 -4 58 64 1 2
// PRINTS: -483 5 -4 65 32 1 1
// PRINTS: -486 6 -4 108 64 1 2
// PRINTS: -553 5 -4 11 32 1 1
// PRINTS: -444 6 -4 86 64 1 2
// PRINTS: -511 5 -4 125 32 1 1
#include <stdio.h>

struct packed {
    int code;
    unsigned kind : 3;
    signed sign : 4;
    unsigned free : 7;
    unsigned long wide : 33;
    _Bool on : 1;
    unsigned char last : 2;
};

int fields(struct packed* p, unsigned value) {
    p->kind = (unsigned)p->code;
    p->sign = -3;
    p->wide = 1;
    int result = p->kind * 100 + p->sign;
    p->free = value;
    result += p->free;
    if (p->kind == 5) p->kind += value & 1;
    p->sign--;
    p->wide <<= p->kind;
    p->on = value > 4;
    p->last = (unsigned char)(p->kind + p->sign);
    if (p->on) result ^= p->sign << p->last;
    struct packed copy = *p;
    copy.free ^= 0x55;
    *p = copy;
    return result + (int)p->wide;
}

int fields_known(struct packed* p, unsigned value);

int main(void) {
    for (unsigned value = 0; value < 300; value += 37) {
        struct packed p = {5, 5, -3, 99, 1, 1, 2};
        if (value == 74) p.code = 6;
        int const result = fields_known(&p, value);
        printf("%d %u %d %u %lu %d %u\n", result, p.kind, p.sign, p.free, (unsigned long)p.wide,
               p.on, p.last);
    }
}
