// SPDX-License-Identifier: BSD-2-Clause
// Bytes left free, also after bit-fields, and less alignment.
// RUN: %same_output --class object --order "flag+3,bit,number@4,small+2" %s
#include <stdio.h>

struct object {
    unsigned long number;
    char flag;
    unsigned bit : 3, bits : 5;
    short small;
};

static struct object objects[] = {{1, 'f', 2, 3, 4}, {5, 'g', 6, 7, 8}};

int main(void) {
    for (int i = 0; i < 2; ++i)
        printf("%lu %c %d %d %d\n", objects[i].number, objects[i].flag, objects[i].bit,
               objects[i].bits, objects[i].small);
}

// PRINTS: 1 f 2 3 4
// PRINTS: 5 g 6 7 8
