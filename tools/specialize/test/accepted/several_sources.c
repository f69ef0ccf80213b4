// SPDX-License-Identifier: BSD-2-Clause
// Versions go through the functions of all sources of the command.
// RUN: %same_output %s %S/Inputs/checksum.c
// SPEC: entry send(unsigned char const *bytes, int count, struct sum *sum) as send_four;
// SPEC: static count = 4, sum->kind = ADD;
// PRINTS: 10 24 6
#include "Inputs/checksum.h"

#include <stdio.h>

int send(unsigned char const *bytes, int count, struct sum *sum) {
    return checksum(bytes, count, sum);
}

int send_four(unsigned char const *bytes, int count, struct sum *sum);

int main(void) {
    unsigned char const bytes[] = {1, 2, 3, 4};
    struct sum add = {ADD};
    struct sum multiply = {MULTIPLY};
    int const first = send_four(bytes, 4, &add);
    int const second = send_four(bytes, 4, &multiply);
    printf("%d %d %d\n", first, second, send_four(bytes, 3, &add));
}
