// SPDX-License-Identifier: BSD-2-Clause
// Calls the procedures of bench.x through libtirpc by datagrams, at a port of this machine.
//
// Usage: client PORT CALLS TIMEOUT_US SERIES...
// A series is `min`, or how many integers are echoed: a call, and then CALLS more that are counted.
// With a time-out of 0 libtirpc returns as soon as a call is encoded. Calls that are not answered
// in time are counted as such; wrong results end the program with status 1.
#include "bench.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { message_bytes_max = 8800 };

static void require(bool_t condition, char const* what) {
    if (condition) return;
    fprintf(stderr, "client: %s\n", what);
    exit(1);
}

/// A client that always begins with the same transaction, and never sends a call again.
static CLIENT* connected(in_port_t port, long timeout_us) {
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons(port)};
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct netbuf place = {sizeof server, sizeof server, &server};
    int const handle = socket(AF_INET, SOCK_DGRAM, 0);
    CLIENT* client = clnt_dg_create(handle, &place, BENCH_PROGRAM, BENCH_VERSION, message_bytes_max,
                                    message_bytes_max);
    require(client != NULL, "libtirpc makes no client");
    uint32_t transaction = 1;
    struct timeval timeout = {timeout_us / 1000000, timeout_us % 1000000};
    struct timeval retry = {3600, 0};
    clnt_control(client, CLSET_XID, (char*)&transaction);
    clnt_control(client, CLSET_TIMEOUT, (char*)&timeout);
    clnt_control(client, CLSET_RETRY_TIMEOUT, (char*)&retry);
    return client;
}

/// What is called, with what, and what comes of it.
struct series {
    bool_t is_min;
    numbers sent;
    int received[NUMBERS_MAX];
};

static enum clnt_stat call(CLIENT* client, struct series* series) {
    if (series->is_min) {
        pair two = {series->sent.numbers_val[0], series->sent.numbers_val[1]};
        return min_1(&two, series->received, client);
    }
    numbers result = {0, series->received};
    enum clnt_stat const status = echo_1(&series->sent, &result, client);
    require(status != RPC_SUCCESS || result.numbers_len == series->sent.numbers_len,
            "an echo has another size");
    return status;
}

/// Only calls, so that whoever counts in here counts nothing else.
__attribute__((noinline)) static int make_calls(CLIENT* client, struct series* series, int calls) {
    int answered = 0;
    for (int number = 0; number < calls; ++number)
        answered += call(client, series) == RPC_SUCCESS;
    return answered;
}

/// A series of calls; it says how many were answered.
static void run(CLIENT* client, char const* name, int calls) {
    static int values[NUMBERS_MAX];
    for (int index = 0; index < NUMBERS_MAX; ++index)
        values[index] = index % 2 ? -index : 7 - index;
    static struct series series;
    series.is_min = strcmp(name, "min") == 0;
    series.sent = (numbers){series.is_min ? 2 : atoi(name), values};
    require(series.sent.numbers_len <= NUMBERS_MAX, "a series is too large");
    memset(series.received, 0x5a, sizeof series.received);
    int const first = call(client, &series) == RPC_SUCCESS; // the dynamic linker finds all it needs
    int const answered = make_calls(client, &series, calls);
    int const smaller = values[0] < values[1] ? values[0] : values[1];
    int const* expected = series.is_min ? &smaller : values;
    size_t const results = series.is_min ? 1 : series.sent.numbers_len;
    require(!first || memcmp(series.received, expected, results * sizeof(int)) == 0,
            "a result is wrong");
    printf("%s of %u integers: %d of %d calls answered\n", series.is_min ? "min" : "echo",
           series.sent.numbers_len, answered, calls);
}

int main(int count, char** words) {
    require(count >= 4, "usage: client PORT CALLS TIMEOUT_US SERIES...");
    CLIENT* client = connected((in_port_t)atoi(words[1]), atol(words[3]));
    for (int number = 4; number < count; ++number)
        run(client, words[number], atoi(words[2]));
    clnt_destroy(client);
}
