// SPDX-License-Identifier: BSD-2-Clause
// A client of bench.x with the system's own implementation; says what rpc.BenchCalls would say.
//
// Usage: peer_client udp|tcp PORT none|sys [ADDRESS]
#include "bench.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned const send_bytes = 4000;
static rpcproc_t const no_procedure = 99;

static CLIENT* connect_to(char const* transport, int port, char const* address) {
    struct sockaddr_in server = {0};
    server.sin_family = AF_INET;
    server.sin_addr.s_addr = inet_addr(address);
    server.sin_port = htons((unsigned short)port);
    int socket = RPC_ANYSOCK;
    struct timeval const retry = {1, 0};
    if (strcmp(transport, "udp") == 0)
        return clntudp_create(&server, BENCH_PROGRAM, BENCH_VERSION, retry, &socket);
    return clnttcp_create(&server, BENCH_PROGRAM, BENCH_VERSION, &socket, send_bytes, send_bytes);
}

static int call_null(CLIENT* client) {
    struct timeval const timeout = {10, 0};
    enum clnt_stat const status =
        clnt_call(client, NULLPROC, (xdrproc_t)xdr_void, NULL, (xdrproc_t)xdr_void, NULL, timeout);
    if (status != RPC_SUCCESS) return 1;
    printf("null: the server is there\n");
    return 0;
}

static int call_min(CLIENT* client, int first, int second) {
    pair numbers = {first, second};
    int const* const smaller = min_1(&numbers, client);
    if (!smaller) return 1;
    printf("min of %d and %d: %d\n", first, second, *smaller);
    return *smaller != (first < second ? first : second);
}

static int call_echo(CLIENT* client, unsigned count) {
    int* const values = calloc(count + 1, sizeof *values);
    for (unsigned index = 0; index < count; ++index)
        values[index] = (int)(index * 0x9e3779b9);
    numbers sent = {count, values};
    numbers* const received = echo_1(&sent, client);
    int const is_same = received && received->numbers_len == count &&
                        memcmp(received->numbers_val, values, count * sizeof *values) == 0;
    printf("echo of %u integers: %s\n", count, is_same ? "the same" : "others");
    if (received) clnt_freeres(client, (xdrproc_t)xdr_numbers, (char*)received);
    free(values);
    return !is_same;
}

static int call_unknown(CLIENT* client) {
    struct timeval const timeout = {10, 0};
    enum clnt_stat const status = clnt_call(client, no_procedure, (xdrproc_t)xdr_void, NULL,
                                            (xdrproc_t)xdr_void, NULL, timeout);
    if (status != RPC_PROCUNAVAIL) return 1;
    printf("procedure %d: there is no such procedure\n", (int)no_procedure);
    return 0;
}

int main(int count, char** arguments) {
    static unsigned const counts[] = {0, 1, 20, 100, 250, 500, 1000, 2000};
    static int const pairs[][2] = {{7, 4}, {-5, 3}, {0x7fffffff, -0x7fffffff - 1}};
    if (count != 4 && count != 5) return 2;
    char const* const address = count == 5 ? arguments[4] : "127.0.0.1";
    CLIENT* const client = connect_to(arguments[1], atoi(arguments[2]), address);
    if (!client) {
        clnt_pcreateerror("peer_client");
        return 2;
    }
    if (strcmp(arguments[3], "sys") == 0)
        client->cl_auth = authunix_create("flatland", 1000, 100, 0, NULL);
    int failures = call_null(client);
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; ++i)
        failures += call_min(client, pairs[i][0], pairs[i][1]);
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; ++i)
        failures += call_echo(client, counts[i]);
    failures += call_unknown(client);
    if (failures) clnt_perror(client, "peer_client");
    auth_destroy(client->cl_auth);
    clnt_destroy(client);
    return failures != 0;
}
