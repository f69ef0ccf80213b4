// SPDX-License-Identifier: BSD-2-Clause
// A host of lwIP's, Debian's package, at the other end of a kernel's cable: frames are datagrams
// between two UNIX sockets, so that nobody needs a right to run it.
#include "lwip_host.h"

#include <lwip/etharp.h>
#include <lwip/init.h>
#include <lwip/netif.h>
#include <lwip/timeouts.h>
#include <netif/ethernet.h>

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { frame_bytes_max = 1514, poll_ms = 10 };

static struct netif card;
static struct sockaddr_un other;
static int cable = -1;

void fail(char const* what) {
    fprintf(stderr, "lwip_host: %s\n", what);
    exit(1);
}

static struct sockaddr_un named(char const* path) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof name.sun_path) fail("the path of a socket is too long");
    strcpy(name.sun_path, path);
    return name;
}

/// Waits while the other end's queue is full; where nobody is the frame is lost, as on any cable.
static err_t send_frame(struct netif* netif, struct pbuf* frame) {
    unsigned char bytes[frame_bytes_max];
    u16_t const size = pbuf_copy_partial(frame, bytes, sizeof bytes, 0);
    ssize_t sent = sendto(cable, bytes, size, 0, (struct sockaddr*)&other, sizeof other);
    if (sent < 0 && errno != ENOENT && errno != ECONNREFUSED) fail(strerror(errno));
    (void)netif;
    return ERR_OK;
}

static err_t start_card(struct netif* netif) {
    static unsigned char const address[] = {0x02, 0, 0, 0, 0, 0x77};
    memcpy(netif->hwaddr, address, sizeof address);
    netif->hwaddr_len = sizeof address;
    netif->mtu = 1500;
    netif->flags = NETIF_FLAG_BROADCAST | NETIF_FLAG_ETHARP | NETIF_FLAG_ETHERNET;
    netif->output = etharp_output;
    netif->linkoutput = send_frame;
    return ERR_OK;
}

void start_host(char const* own_path, char const* other_path, char const* own_address) {
    struct sockaddr_un const own = named(own_path);
    ip4_addr_t address, mask, gateway = {0};
    other = named(other_path);
    cable = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (cable < 0 || bind(cable, (struct sockaddr const*)&own, sizeof own) < 0)
        fail(strerror(errno));
    lwip_init();
    IP4_ADDR(&mask, 255, 255, 255, 0);
    if (!ip4addr_aton(own_address, &address)) fail("an address is malformed");
    if (!netif_add(&card, &address, &mask, &gateway, NULL, start_card, ethernet_input))
        fail("lwIP takes no interface");
    netif_set_default(&card);
    netif_set_up(&card);
    netif_set_link_up(&card);
}

/// Not from lwIP's pool, whose blocks in Debian's 2.1.3 are shorter than a frame that it lets in.
static void take_frame(void) {
    unsigned char bytes[frame_bytes_max];
    ssize_t const size = recv(cable, bytes, sizeof bytes, 0);
    if (size <= 0) return;
    struct pbuf* const frame = pbuf_alloc(PBUF_RAW, (u16_t)size, PBUF_RAM);
    if (!frame) fail("lwIP has no memory for a frame");
    pbuf_take(frame, bytes, (u16_t)size);
    if (card.input(frame, &card) != ERR_OK) pbuf_free(frame);
}

static int is_over(struct timespec const* end) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > end->tv_sec || (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec);
}

int work_until(int (*is_done)(void), int patience_ms) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += patience_ms / 1000;
    end.tv_nsec += patience_ms % 1000 * 1000000L;
    if (end.tv_nsec >= 1000000000L) {
        end.tv_nsec -= 1000000000L;
        ++end.tv_sec;
    }
    while (!is_done()) {
        struct pollfd waiting = {.fd = cable, .events = POLLIN};
        if (is_over(&end)) return 0;
        if (poll(&waiting, 1, poll_ms) > 0) take_frame();
        sys_check_timeouts();
    }
    return 1;
}
