// SPDX-License-Identifier: BSD-2-Clause
// Calls the procedures of bench.x through libtirpc, again and again, in a process that has no
// network: whatever is sent is written down and answered by functions in place of the C library's.
//
// Usage: client CALLS SECONDS [FILE]. With 0 seconds libtirpc returns once the call is encoded.
#include "bench.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { header_bytes = 40, reply_header_bytes = 24, message_bytes_max = 8800 };

static unsigned char reply[message_bytes_max];
static size_t reply_bytes;
static FILE* written_down;

static void require(bool_t condition, char const* what) {
    if (condition) return;
    fprintf(stderr, "client: %s\n", what);
    exit(1);
}

static int32_t word_at(unsigned char const* bytes) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return (int32_t)ntohl(word);
}

/// Makes the reply that a right server sends.
static void answer(unsigned char const* call, size_t size) {
    require(size >= header_bytes && size <= sizeof reply, "a call has a wrong size");
    memset(reply, 0, reply_header_bytes);
    memcpy(reply, call, sizeof(uint32_t));
    reply[7] = REPLY;
    unsigned char const* arguments = call + header_bytes;
    size_t bytes = size - header_bytes;
    if (word_at(call + 20) == MIN) {
        arguments += word_at(arguments) <= word_at(arguments + 4) ? 0 : 4;
        bytes = 4;
    }
    memcpy(reply + reply_header_bytes, arguments, bytes);
    reply_bytes = reply_header_bytes + bytes;
}

ssize_t sendto(int socket, void const* message, size_t size, int flags,
               const struct sockaddr* destination, socklen_t destination_bytes) {
    (void)socket, (void)flags, (void)destination, (void)destination_bytes;
    if (written_down) {
        fwrite(&(uint32_t){htonl((uint32_t)size)}, sizeof(uint32_t), 1, written_down);
        fwrite(message, size, 1, written_down);
    }
    answer(message, size);
    return (ssize_t)size;
}

int poll(struct pollfd* sockets, nfds_t count, int timeout_ms) {
    (void)timeout_ms;
    sockets[0].revents = POLLIN;
    return (int)count;
}

ssize_t recvfrom(int socket, void* buffer, size_t size, int flags, struct sockaddr* sender,
                 socklen_t* sender_bytes) {
    (void)socket, (void)flags, (void)sender, (void)sender_bytes;
    size_t const received = reply_bytes < size ? reply_bytes : size;
    memcpy(buffer, reply, received);
    return (ssize_t)received;
}

/// A client that always begins with the same transaction.
static CLIENT* connected(void) {
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons(20464)};
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct netbuf place = {sizeof server, sizeof server, &server};
    int const handle = socket(AF_INET, SOCK_DGRAM, 0);
    CLIENT* client = clnt_dg_create(handle, &place, BENCH_PROGRAM, BENCH_VERSION, message_bytes_max,
                                    message_bytes_max);
    require(client != NULL, "libtirpc makes no client");
    uint32_t transaction = 1;
    clnt_control(client, CLSET_XID, (char*)&transaction);
    return client;
}

static int received[NUMBERS_MAX];

/// One call: of `min` if there are two numbers.
static enum clnt_stat call(CLIENT* client, numbers* sent, struct timeval timeout) {
    if (sent->numbers_len == 2)
        return clnt_call(client, MIN, (xdrproc_t)xdr_pair, (char*)sent->numbers_val,
                         (xdrproc_t)xdr_int, (char*)received, timeout);
    numbers result = {0, received};
    return clnt_call(client, ECHO, (xdrproc_t)xdr_numbers, (char*)sent, (xdrproc_t)xdr_numbers,
                     (char*)&result, timeout);
}

/// Only calls, so that whoever counts in here counts nothing else.
__attribute__((noinline)) static int series(CLIENT* client, numbers* sent, int calls,
                                            struct timeval timeout) {
    int answered = 0;
    for (int number = 0; number < calls; ++number)
        answered += call(client, sent, timeout) == RPC_SUCCESS;
    return answered;
}

int main(int count, char** words) {
    require(count >= 3, "usage: client CALLS SECONDS [FILE]");
    int const calls = atoi(words[1]);
    struct timeval const timeout = {atoi(words[2]), 0};
    if (count > 3) written_down = fopen(words[3], "wb");
    require(count == 3 || written_down, "the file cannot be written");
    static int values[NUMBERS_MAX];
    for (int index = 0; index < NUMBERS_MAX; ++index)
        values[index] = index % 2 ? -index : 7 - index;
    CLIENT* client = connected();
    static u_int const sizes[] = {2, 20, 100, 250, 500, 1000, NUMBERS_MAX};
    for (size_t index = 0; index < sizeof sizes / sizeof *sizes; ++index) {
        numbers sent = {sizes[index], values};
        (void)call(client, &sent, timeout); // the dynamic linker finds what it needs
        int const answered = series(client, &sent, calls, timeout);
        size_t const results = sizes[index] == 2 ? 1 : sizes[index];
        int const* expected = sizes[index] == 2 ? values + 1 : values;
        require(answered == 0 || memcmp(received, expected, results * sizeof(int)) == 0,
                "a result is wrong");
        printf("%s of %u integers: %d of %d calls answered\n", sizes[index] == 2 ? "min" : "echo",
               sizes[index], answered, calls);
    }
    clnt_destroy(client);
    return written_down && fclose(written_down) != 0;
}
