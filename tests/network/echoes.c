// SPDX-License-Identifier: BSD-2-Clause
// Sockets for echoes of ICMP (icmp(7)), and datagrams that are refused, at an address that is
// given.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { nobodys_port = 8002 };

static struct sockaddr_in there(char const* host, int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    inet_aton(host, &address.sin_addr);
    return address;
}

static int number(long result) {
    return result < 0 ? -errno : (int)result;
}

static void check_echoes(char const* host) {
    struct sockaddr_in const to = there(host, 0);
    struct sockaddr_in own = {0}, from = {0};
    socklen_t size = sizeof own;
    unsigned char const request[] = {8, 0, 0, 0, 0xab, 0xcd, 0, 7, 'e', 'c', 'h', 'o'};
    unsigned char answer[64] = {0};
    int const one = socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP);
    printf("echo sent %d", number(sendto(one, request, sizeof request, 0, (void*)&to, sizeof to)));
    getsockname(one, (void*)&own, &size);
    long const bytes = recvfrom(one, answer, sizeof answer, 0, (void*)&from, &size);
    printf(" got %ld type %d number %d is its %d", bytes, answer[0], answer[7],
           ntohs(own.sin_port) != 0 && memcmp(answer + 4, &own.sin_port, 2) == 0);
    printf(" data %.4s from %s:%d\n", answer + 8, inet_ntoa(from.sin_addr), ntohs(from.sin_port));
    unsigned char const timestamp[12] = {13};
    printf("short %d other %d nowhere %d",
           number(sendto(one, request, 7, 0, (void*)&to, sizeof to)),
           number(sendto(one, timestamp, sizeof timestamp, 0, (void*)&to, sizeof to)),
           number(send(one, request, sizeof request, 0)));
    printf(" connect %d", number(connect(one, (void const*)&to, sizeof to)));
    printf(" send %d", number(send(one, request, sizeof request, 0)));
    printf(" read %d\n", number(read(one, answer, sizeof answer)));
    close(one);
}

/// The state of the only socket of a list, as a number of TCP's.
static unsigned state_in(char const* list) {
    unsigned state = 0;
    FILE* const lines = fopen(list, "r");
    if (!lines || fscanf(lines, "%*[^\n] %*s %*s %*s %x", &state) != 1) state = 99;
    if (lines) fclose(lines);
    return state;
}

static void check_ends(char const* host) {
    struct sockaddr_in const to = there(host, 0), strange = there("192.0.2.1", 0);
    int const raw = socket(AF_INET, SOCK_RAW, IPPROTO_ICMP);
    printf("raw bound elsewhere %d", number(bind(raw, (void const*)&strange, sizeof strange)));
    printf(" state %u", state_in("/proc/net/raw"));
    printf(" connect %d", number(connect(raw, (void const*)&to, sizeof to)));
    printf(" state %u\n", state_in("/proc/net/raw"));
    close(raw);
}

/// What binding a socket of this kind to a host's address tells, and sending from there.
static void bind_and_send(int kind, char const* own, char const* host) {
    struct sockaddr_in const from = there(own, 0), to = there(host, nobodys_port);
    int const one = socket(AF_INET, kind, kind == SOCK_DGRAM ? IPPROTO_UDP : 0);
    printf(" %s %d", own, number(bind(one, (void const*)&from, sizeof from)));
    if (kind == SOCK_DGRAM)
        printf("/%d", number(sendto(one, "x", 1, 0, (void const*)&to, sizeof to)));
    close(one);
}

/// Addresses that are this host's, or many hosts', and those that are not.
static void check_bound(char const* host) {
    static char const* const all[] = {"0.0.0.0",         "127.0.0.1", "127.1.2.3", "224.0.0.1",
                                      "255.255.255.255", "192.0.2.1", "0.0.0.1"};
    for (int kind = SOCK_STREAM; kind <= SOCK_DGRAM; ++kind) {
        printf(kind == SOCK_STREAM ? "streams bound" : "datagrams bound and sent");
        for (unsigned i = 0; i < sizeof all / sizeof *all; ++i)
            bind_and_send(kind, all[i], host);
        printf("\n");
    }
    struct sockaddr_in const strange = there("192.0.2.1", 0), group = there("224.0.0.1", 0);
    int const echo = socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP);
    printf("echoes bound elsewhere %d", number(bind(echo, (void const*)&strange, sizeof strange)));
    printf(" to a group %d\n", number(bind(echo, (void const*)&group, sizeof group)));
    close(echo);
}

static void check_raw(char const* host) {
    struct sockaddr_in const to = there(host, 0);
    unsigned char const request[] = {8, 0, 0x4c, 0x29, 0xab, 0xcd, 0, 9}; // with its sum
    unsigned char packet[64] = {0};
    int const raw = socket(AF_INET, SOCK_RAW, IPPROTO_ICMP);
    printf("raw sent %d", number(sendto(raw, request, sizeof request, 0, (void*)&to, sizeof to)));
    long const bytes = recv(raw, packet, sizeof packet, 0);
    printf(" got %ld version %x lifetime %d protocol %d length %d from %d.%d.%d.%d", bytes,
           packet[0], packet[8], packet[9], packet[3], packet[12], packet[13], packet[14],
           packet[15]);
    unsigned sum = 0;
    for (int i = 0; i < 20; i += 2)
        sum += (unsigned)(packet[i] << 8 | packet[i + 1]);
    printf(" sum %x", (sum & 0xffff) + (sum >> 16));
    printf(" type %d identifier %x%x number %d\n", packet[20], packet[24], packet[25], packet[27]);
    sendto(raw, request, sizeof request, 0, (void*)&to, sizeof to);
    printf("cut %d\n", number(recv(raw, packet, 22, 0)));
    close(raw);
    setuid(1000);
    printf("raw for others %d", number(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP)));
    int const one = socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP);
    printf(" echoes %d\n", number(sendto(one, request, sizeof request, 0, (void*)&to, sizeof to)));
    close(one);
}

static void check_refusal(char const* host) {
    struct sockaddr_in const to = there(host, nobodys_port);
    char byte = 'x';
    int one = socket(AF_INET, SOCK_DGRAM, 0);
    printf("datagram to nobody %d", number(sendto(one, &byte, 1, 0, (void*)&to, sizeof to)));
    close(one);
    one = socket(AF_INET, SOCK_DGRAM, 0);
    connect(one, (void const*)&to, sizeof to);
    printf(" connected %d", number(send(one, &byte, 1, 0)));
    struct pollfd wanted = {.fd = one, .events = POLLIN};
    int const changed = poll(&wanted, 1, -1);
    printf(" polled %d %x", changed, (unsigned)wanted.revents);
    printf(" then %d\n", number(recv(one, &byte, 1, 0)));
    close(one);
}

int main(int count, char** arguments) {
    char const* const host = count > 1 ? arguments[1] : "127.0.0.1";
    setvbuf(stdout, NULL, _IOLBF, 0);
    check_echoes(host);
    check_refusal(host);
    check_ends(host);
    check_raw(host);
    check_bound(host);
    return 0;
}
