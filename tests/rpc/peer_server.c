// SPDX-License-Identifier: BSD-2-Clause
// A server of bench.x with the system's own implementation, on sockets that it inherits.
//
// Usage: peer_server udp|tcp DESCRIPTOR
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

void bench_program_1(struct svc_req* request, SVCXPRT* transport);

int* min_1_svc(pair* numbers, struct svc_req* request) {
    static int smaller;
    (void)request;
    smaller = numbers->first < numbers->second ? numbers->first : numbers->second;
    return &smaller;
}

numbers* echo_1_svc(numbers* sent, struct svc_req* request) {
    (void)request;
    return sent;
}

int main(int count, char** arguments) {
    if (count != 3) return 2;
    int const socket = atoi(arguments[2]);
    int const is_tcp = strcmp(arguments[1], "tcp") == 0;
    if (is_tcp && listen(socket, SOMAXCONN) != 0) return 2;
    SVCXPRT* const transport = is_tcp ? svctcp_create(socket, 0, 0) : svcudp_create(socket);
    if (!transport) return 2;
    if (!svc_register(transport, BENCH_PROGRAM, BENCH_VERSION, bench_program_1, 0)) return 2;
    printf("ready\n");
    fflush(stdout);
    svc_run();
    return 1;
}
