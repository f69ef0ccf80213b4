// SPDX-License-Identifier: BSD-2-Clause
// Encodes random calls by libtirpc's general code and by its specialised versions, with facts that
// hold or do not: both return the same, write the same bytes and leave the same stream.
//
// Usage: tirpc_marshal_fuzz CALLS [SEED]. Aborts at the first difference.
#include "tirpc_marshal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { room = 8800, offset_max = 4 };

static uint64_t state;

/// The next random number (Steele, Lea, Flood 2014: SplitMix64).
static uint64_t chance(void) {
    uint64_t number = state += 0x9e3779b97f4a7c15;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
    number = (number ^ number >> 27) * 0x94d049bb133111eb;
    return number ^ number >> 31;
}

static int once_in(unsigned cases) {
    return chance() % cases == 0;
}

/// What is encoded, and by which version.
struct input {
    struct rpc_msg call;
    xdrproc_t transfer;
    union {
        pair two;
        numbers many;
    } arguments;
    bool_t (*special)(XDR*, struct rpc_msg*, xdrproc_t, void*);
    enum xdr_op operation;
    unsigned offset; // of the stream in its memory
    unsigned size;
    int is_within; // whether the arguments lie in what is written
};

static int values[NUMBERS_MAX + 1];

static void choose_arguments(struct input* input) {
    static u_int const counts[] = {0, 1, 3, 20, 100, 250, 500, 1000, NUMBERS_MAX, NUMBERS_MAX + 1};
    int const is_min = once_in(2);
    if (is_min) {
        input->arguments.two = (pair){(int)chance(), (int)chance()};
    } else {
        input->arguments.many = (numbers){counts[chance() % (once_in(64) ? 10 : 4)], values};
        for (u_int index = 0; index < input->arguments.many.numbers_len; ++index)
            values[index] = (int)chance();
    }
    input->transfer = is_min ? (xdrproc_t)xdr_pair : (xdrproc_t)xdr_numbers;
    input->special = is_min != once_in(16) ? encode_min : encode_echo;
    input->call.rm_call.cb_proc = is_min != once_in(16) ? 1 : 2;
}

static void break_facts(struct input* input) {
    switch (chance() % 12) {
    case 0:
        input->offset = chance() % offset_max;
        break;
    case 1:
        input->size = chance() % 128;
        break;
    case 2:
        input->call.rm_call.cb_rpcvers = chance() % 4;
        break;
    case 3:
        input->call.rm_direction = REPLY;
        break;
    case 4:
        input->call.rm_call.cb_cred.oa_length = (u_int)(chance() % 64);
        break;
    case 5:
        input->call.rm_call.cb_verf.oa_flavor = AUTH_SYS;
        input->call.rm_call.cb_verf.oa_length = (u_int)(chance() % 500); // 400 at most are allowed
        break;
    case 6:
        input->call.rm_call.cb_prog = chance();
        break;
    case 7:
        input->call.rm_call.cb_cred.oa_flavor = (enum_t)(chance() % 3);
        break;
    case 8:
        input->operation = XDR_DECODE;
        break;
    case 9:
        input->is_within = input->transfer == (xdrproc_t)xdr_pair;
        break;
    case 10: // only what was allocated can be freed
        if (input->transfer == (xdrproc_t)xdr_pair) input->operation = XDR_FREE;
        break;
    default:
        input->call.rm_call.cb_vers = (uint32_t)chance();
    }
}

static void choose(struct input* input) {
    static char authentication[512];
    memset(input, 0, sizeof *input);
    input->call.rm_xid = (uint32_t)chance();
    input->call.rm_direction = CALL;
    input->call.rm_call.cb_rpcvers = RPC_MSG_VERSION;
    input->call.rm_call.cb_prog = BENCH_PROGRAM;
    input->call.rm_call.cb_vers = BENCH_VERSION;
    input->operation = XDR_ENCODE;
    input->size = room;
    choose_arguments(input);
    while (once_in(3))
        break_facts(input);
    char* const base = input->operation == XDR_FREE ? NULL : authentication;
    input->call.rm_call.cb_cred.oa_base = input->call.rm_call.cb_verf.oa_base = base;
}

/// Memory with a stream in it, and what is left of an input.
struct output {
    _Alignas(8) char bytes[room + offset_max];
    XDR stream;
    struct input input;
    bool_t is_encoded;
};

static void encode(struct output* output, struct input const* input,
                   bool_t (*encode)(XDR*, struct rpc_msg*, xdrproc_t, void*)) {
    output->input = *input;
    void* arguments = &output->input.arguments;
    if (input->is_within)
        arguments = memcpy(output->bytes + 32, &input->arguments, sizeof input->arguments);
    xdrmem_create(&output->stream, output->bytes + input->offset, input->size, input->operation);
    output->is_encoded = encode(&output->stream, &output->input.call, input->transfer, arguments);
}

static int is_same(struct output const* one, struct output const* two) {
    return one->is_encoded == two->is_encoded && one->stream.x_handy == two->stream.x_handy &&
           one->stream.x_private - (void*)one->bytes == two->stream.x_private - (void*)two->bytes &&
           memcmp(one->bytes, two->bytes, sizeof one->bytes) == 0 &&
           memcmp(&one->input, &two->input, sizeof one->input) == 0;
}

int main(int count, char** words) {
    static struct output general, special;
    unsigned long const calls = count > 1 ? strtoul(words[1], NULL, 10) : 1000000;
    state = count > 2 ? strtoul(words[2], NULL, 10) : 1;
    unsigned long encoded = 0;
    for (unsigned long number = 0; number < calls; ++number) {
        struct input input;
        choose(&input);
        encode(&general, &input, encode_call);
        encode(&special, &input, input.special);
        if (!is_same(&general, &special)) {
            fprintf(stderr, "tirpc_marshal_fuzz: call %lu is encoded otherwise\n", number);
            abort();
        }
        encoded += general.is_encoded;
    }
    printf("%lu calls, %lu encoded: the same\n", calls, encoded);
}
