// SPDX-License-Identifier: BSD-2-Clause
// A known member of a union is read as another, and a write through one changes the others.
// RUN: %same_output %s
// SPEC: entry mix(struct tagged *t, unsigned char byte) as mix_known;
// SPEC: static t->tag = 1, t->u.word = 0x11223344;
// PRINTS: 570485542 3fc00000
// PRINTS: 570878752 3cc00000
// PRINTS: 285644116 39c00000
#include <stdio.h>
#include <string.h>

struct tagged {
    int tag;
    union {
        unsigned word;
        float real;
        unsigned char bytes[4];
        unsigned short halves[2];
        void* pointer;
    } u;
};

unsigned mix(struct tagged* t, unsigned char byte) {
    unsigned result = t->u.bytes[1] + t->u.halves[1];
    t->u.bytes[2] = byte;
    if (t->tag == 1) result += t->u.word;
    if (t->u.bytes[0] == 0x44) result ^= t->u.halves[0];
    float const real = t->u.real;
    unsigned bits;
    memcpy(&bits, &real, 4);
    t->u.real = 1.5F;
    result += bits + t->u.bytes[3] + t->u.halves[1];
    t->u.bytes[3] ^= byte;
    return result + (unsigned)(t->u.real * 4);
}

unsigned mix_known(struct tagged* t, unsigned char byte);

int main(void) {
    for (int i = 0; i < 3; ++i) {
        struct tagged t = {1, {0x11223344}};
        t.tag += i == 2;
        printf("%u ", mix_known(&t, (unsigned char)(i * 3)));
        printf("%x\n", t.u.word);
    }
}
