// SPDX-License-Identifier: BSD-2-Clause
// Which host reports that a datagram did not arrive (ip(7), IP_RECVERR), and the options of
// packets. Arguments: a host that is three hops away, and the first gateway on the way there.
#include <arpa/inet.h>
#include <errno.h>
#include <linux/errqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { nobodys_port = 33434 };

static unsigned char const request[] = {8, 0, 0, 0, 0xab, 0xcd, 0, 7};
static char const* gateway;

static struct sockaddr_in there(char const* host, int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    inet_aton(host, &address.sin_addr);
    return address;
}

static int number(long result) {
    return result < 0 ? -errno : (int)result;
}

static int set(int socket, int name, int value) {
    return number(setsockopt(socket, IPPROTO_IP, name, &value, sizeof value));
}

static int option(int socket, int name) {
    int value = 0;
    socklen_t size = sizeof value;
    return getsockopt(socket, IPPROTO_IP, name, &value, &size) < 0 ? -errno : value;
}

static int error_of(int socket) {
    int value = 0;
    socklen_t size = sizeof value;
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &value, &size);
    return value;
}

static void await(int socket) {
    struct pollfd wanted = {.fd = socket, .events = 0};
    printf("polled %d %x, ", poll(&wanted, 1, -1), (unsigned)wanted.revents);
}

static char const* name_of(struct sockaddr_in const* host) {
    char const* const name = inet_ntoa(host->sin_addr);
    return strcmp(name, gateway) == 0 ? "the gateway" : name;
}

/// Takes an error and says what it tells, and of which bytes if they are an echo's.
static void tell_error(int socket, int is_echo) {
    struct sockaddr_in to = {0};
    unsigned char bytes[64] = {0}, control[256];
    struct iovec piece = {bytes, sizeof bytes};
    struct msghdr message = {.msg_name = &to,
                             .msg_namelen = sizeof to,
                             .msg_iov = &piece,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    long const count = recvmsg(socket, &message, MSG_ERRQUEUE);
    if (count < 0) {
        printf("no error %d\n", -errno);
        return;
    }
    printf("to %s:%d flags %x", inet_ntoa(to.sin_addr), ntohs(to.sin_port),
           (unsigned)message.msg_flags);
    if (is_echo) printf(" bytes %ld type %d number %d", count, bytes[0], bytes[7]);
    for (struct cmsghdr* each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
        struct sock_extended_err const* const error = (void*)CMSG_DATA(each);
        printf(" record %d %d: %u origin %d type %d code %d info %u by %s", each->cmsg_level,
               each->cmsg_type, error->ee_errno, error->ee_origin, error->ee_type, error->ee_code,
               error->ee_info, name_of((struct sockaddr_in const*)SO_EE_OFFENDER(error)));
    }
    printf("\n");
}

static void check_hops(char const* host) {
    struct sockaddr_in const to = there(host, nobodys_port);
    int const udp = socket(AF_INET, SOCK_DGRAM, 0);
    printf("told by itself %d", option(udp, IP_RECVERR));
    printf(" set %d\n", set(udp, IP_RECVERR, 1));
    for (int hops = 1; hops <= 3; ++hops) {
        set(udp, IP_TTL, hops);
        printf("hop %d: sent %d, ", hops, number(sendto(udp, "far", 3, 0, (void*)&to, sizeof to)));
        await(udp);
        tell_error(udp, 0);
    }
    tell_error(udp, 0);
    set(udp, IP_TTL, 1);
    sendto(udp, "far", 3, 0, (void*)&to, sizeof to);
    await(udp);
    printf("then sent %d", number(sendto(udp, "far", 3, 0, (void*)&to, sizeof to)));
    printf(" error %d ", error_of(udp));
    tell_error(udp, 0);
    close(udp);
}

static void check_that_nobody_need_know(char const* host) {
    struct sockaddr_in const to = there(host, nobodys_port);
    int const raw = socket(AF_INET, SOCK_RAW, IPPROTO_ICMP);
    int const udp = socket(AF_INET, SOCK_DGRAM, 0);
    unsigned char packet[256] = {0};
    connect(udp, (void const*)&to, sizeof to);
    set(udp, IP_TTL, 2);
    printf("unasked: sent %d", number(send(udp, "far", 3, 0)));
    long const bytes = recv(raw, packet, sizeof packet, 0);
    unsigned char const* const quoted = packet + 28;
    printf(" raw %d version %x type %d code %d quotes protocol %d", bytes >= 56, packet[0],
           packet[20], packet[21], quoted[9]);
    printf(" error %d ", error_of(udp));
    tell_error(udp, 0);
    close(raw);
    close(udp);
}

static void check_echoes(char const* host) {
    struct sockaddr_in const to = there(host, 0);
    int const echo = socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP);
    set(echo, IP_RECVERR, 1);
    set(echo, IP_TTL, 2);
    printf("echo sent %d, ",
           number(sendto(echo, request, sizeof request, 0, (void*)&to, sizeof to)));
    await(echo);
    tell_error(echo, 1);
    close(echo);
}

static void check_lifetime(char const* host) {
    struct sockaddr_in const to = there(host, 0);
    int const echo = socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP);
    unsigned char bytes[64], control[64];
    struct iovec piece = {bytes, sizeof bytes};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = 64};
    printf("lifetimes told %d", set(echo, IP_RECVTTL, 1));
    sendto(echo, request, sizeof request, 0, (void*)&to, sizeof to);
    printf(" got %d", number(recvmsg(echo, &message, 0)));
    struct cmsghdr const* const record = CMSG_FIRSTHDR(&message);
    if (record)
        printf(" record %d %d: %d", record->cmsg_level, record->cmsg_type,
               *(int const*)CMSG_DATA(record));
    sendto(echo, request, sizeof request, 0, (void*)&to, sizeof to);
    message.msg_controllen = 18;
    printf(" cut %d", number(recvmsg(echo, &message, 0)));
    printf(" flags %x length %zu\n", (unsigned)message.msg_flags, message.msg_controllen);
    close(echo);
}

/// This host's address in the network of its gateway, which has the one before.
static struct in_addr own_address(void) {
    struct in_addr const before = there(gateway, 0).sin_addr;
    return (struct in_addr){htonl(ntohl(before.s_addr) + 1)};
}

/// What a datagram to this host tells of where it was sent to, and by which interface: that number,
/// or, for 0, any but the loopback's.
static void check_destination(char const* what, struct in_addr address, int interface) {
    struct sockaddr_in own = {.sin_family = AF_INET};
    socklen_t size = sizeof own;
    char bytes[8], control[128];
    struct iovec piece = {bytes, sizeof bytes};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = 128};
    int const udp = socket(AF_INET, SOCK_DGRAM, 0);
    bind(udp, (void*)&own, size);
    getsockname(udp, (void*)&own, &size);
    own.sin_addr = address;
    printf("destination told %d", option(udp, IP_PKTINFO));
    printf(" set %d", set(udp, IP_PKTINFO, 1));
    printf(" is %d lifetime", option(udp, IP_PKTINFO));
    printf(" %d", set(udp, IP_RECVTTL, 1));
    printf(" sent %d", number(sendto(udp, "own", 3, 0, (void*)&own, sizeof own)));
    printf(" got %d length %zu", number(recvmsg(udp, &message, 0)), message.msg_controllen);
    for (struct cmsghdr* each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
        printf(" record %d %d", each->cmsg_level, each->cmsg_type);
        if (each->cmsg_type != IP_PKTINFO) continue;
        struct in_pktinfo const* const packet = (void*)CMSG_DATA(each);
        printf(" to %s %d by %d from there %d", what, packet->ipi_addr.s_addr == address.s_addr,
               interface ? packet->ipi_ifindex == interface : packet->ipi_ifindex > 1,
               packet->ipi_spec_dst.s_addr == address.s_addr);
    }
    printf("\n");
    close(udp);
}

static void check_options(char const* host) {
    struct sockaddr_in const to = there(host, 0);
    int const echo = socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP);
    unsigned char const record_route[7] = {7, 7, 4}, wrong[4] = {7, 60, 4};
    unsigned char bytes[64] = {0};
    socklen_t size = sizeof bytes;
    printf("lifetime %d", option(echo, IP_TTL));
    printf(" none %d", set(echo, IP_TTL, 0));
    printf(" too long %d", set(echo, IP_TTL, 256));
    printf(" 9 %d", set(echo, IP_TTL, 9));
    printf(" is %d", option(echo, IP_TTL));
    printf(" usual %d", set(echo, IP_TTL, -1));
    printf(" is %d\n", option(echo, IP_TTL));
    printf("service %d", set(echo, IP_TOS, 0x10));
    printf(" is %d\n", option(echo, IP_TOS));
    printf("options %d", number(setsockopt(echo, IPPROTO_IP, IP_OPTIONS, record_route, 7)));
    printf(" wrong %d", number(setsockopt(echo, IPPROTO_IP, IP_OPTIONS, wrong, 4)));
    printf(" told %d", number(getsockopt(echo, IPPROTO_IP, IP_OPTIONS, bytes, &size)));
    printf(" bytes %u first %d", (unsigned)size, bytes[0]);
    sendto(echo, request, sizeof request, 0, (void*)&to, sizeof to);
    printf(" answered %d", number(recv(echo, bytes, sizeof bytes, 0)));
    printf(" unknown %d\n", option(echo, 4711));
    close(echo);
}

int main(int count, char** arguments) {
    char const* const host = count > 2 ? arguments[1] : "127.0.0.1";
    gateway = count > 2 ? arguments[2] : "127.0.0.1";
    setvbuf(stdout, NULL, _IOLBF, 0);
    check_hops(host);
    check_that_nobody_need_know(host);
    check_echoes(host);
    check_lifetime(host);
    check_destination("the loopback", there("127.0.0.1", 0).sin_addr, 1);
    check_destination("the host", own_address(), 0);
    check_options(host);
    printf("all has been reported\n");
    return 0;
}
