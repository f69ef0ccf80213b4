// SPDX-License-Identifier: BSD-2-Clause
// What xdr_turn.cpp does, with the routines that rpcgen has made of the same .x file.
#include "peer_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    xdrproc_t routine;
    size_t size;
};

#define ENTRY(type, name) {(xdrproc_t)name, sizeof(type)},
static struct entry const table[] = {TYPES(ENTRY)};

enum { room = 1 << 20 };
static char line[2 * room], in[room], out[room];

static void turn(struct entry const* type, unsigned size) {
    void* const value = calloc(1, type->size);
    XDR stream;
    xdrmem_create(&stream, in, size, XDR_DECODE);
    int const is_value = type->routine(&stream, value);
    xdrmem_create(&stream, out, room, XDR_ENCODE);
    if (!is_value || !type->routine(&stream, value))
        printf("refused");
    else
        for (unsigned at = 0; at < xdr_getpos(&stream); ++at)
            printf("%02x", (unsigned char)out[at]);
    printf("\n");
    xdr_free(type->routine, value);
    free(value);
}

int main(void) {
    unsigned type, byte;
    while (scanf("%u .%[0-9a-f]", &type, (line[0] = 0, line)) >= 1) {
        unsigned const size = strlen(line) / 2;
        for (unsigned at = 0; at < size; ++at) {
            sscanf(line + 2 * at, "%2x", &byte);
            in[at] = (char)byte;
        }
        turn(&table[type], size);
    }
    return 0;
}
