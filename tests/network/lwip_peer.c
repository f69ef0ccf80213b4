// SPDX-License-Identifier: BSD-2-Clause
// What a host of lwIP's does with a kernel: pings it, sends datagrams that come back, or hands on
// a stream to the host that it comes from.
//
// lwip_peer OWN OTHER ADDRESS KERNEL ping SIZE | echo SIZE | relay
#include "lwip_host.h"

#include <lwip/icmp.h>
#include <lwip/inet_chksum.h>
#include <lwip/priv/tcp_priv.h>
#include <lwip/raw.h>
#include <lwip/tcp.h>
#include <lwip/udp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { echo_port = 7, id = 0x464c, tries = 120, try_ms = 1000, patience_ms = 240000 };

static ip_addr_t kernel;
static int answered;

static int is_answered(void) {
    return answered;
}

/// Bytes that differ from place to place, so that pieces in a wrong order are found.
static void fill(unsigned char* bytes, size_t size) {
    unsigned state = 2463534242U;
    for (size_t i = 0; i < size; ++i) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        bytes[i] = (unsigned char)state;
    }
}

static int is_filled(struct pbuf const* data, u16_t offset) {
    static unsigned char expected[65536], came[65536];
    u16_t const size = data->tot_len - offset;
    fill(expected, size);
    return pbuf_copy_partial(data, came, size, offset) == size && !memcmp(expected, came, size);
}

static struct pbuf* data_of(u16_t head_bytes, u16_t size, pbuf_layer layer) {
    static unsigned char bytes[65536];
    struct pbuf* const data = pbuf_alloc(layer, head_bytes + size, PBUF_RAM);
    if (!data) fail("lwIP has no memory");
    fill(bytes, size);
    pbuf_take_at(data, bytes, size, head_bytes);
    return data;
}

static u8_t take_echo(void* argument, struct raw_pcb* raw, struct pbuf* packet,
                      ip_addr_t const* sender) {
    struct icmp_echo_hdr head;
    (void)raw;
    if (pbuf_copy_partial(packet, &head, sizeof head, IP_HLEN) < sizeof head) return 0;
    if (ICMPH_TYPE(&head) != ICMP_ER || head.id != PP_HTONS(id)) return 0;
    u16_t const size = packet->tot_len - IP_HLEN - sizeof head;
    answered = ip_addr_cmp(sender, &kernel) && size == *(u16_t*)argument &&
               is_filled(packet, IP_HLEN + sizeof head);
    pbuf_free(packet);
    return 1;
}

/// The first echo is lost where the kernel has not started yet: it is tried again.
static void ping(u16_t size) {
    struct raw_pcb* const raw = raw_new(IP_PROTO_ICMP);
    raw_recv(raw, take_echo, &size);
    for (int i = 0; i < tries && !answered; ++i) {
        struct icmp_echo_hdr head = {.type = ICMP_ECHO, .id = PP_HTONS(id), .seqno = lwip_htons(i)};
        struct pbuf* const packet = data_of(sizeof head, size, PBUF_IP);
        pbuf_take(packet, &head, sizeof head);
        head.chksum = inet_chksum_pbuf(packet);
        pbuf_take(packet, &head, sizeof head);
        raw_sendto(raw, packet, &kernel);
        pbuf_free(packet);
        work_until(is_answered, try_ms);
    }
    raw_remove(raw);
    if (!answered) fail("no echo of these bytes has come");
}

static void take_datagram(void* argument, struct udp_pcb* udp, struct pbuf* datagram,
                          ip_addr_t const* sender, u16_t port) {
    (void)udp;
    answered = ip_addr_cmp(sender, &kernel) && port == echo_port &&
               datagram->tot_len == *(u16_t*)argument && is_filled(datagram, 0);
    pbuf_free(datagram);
}

static void echo(u16_t size) {
    struct udp_pcb* const udp = udp_new();
    udp_recv(udp, take_datagram, &size);
    for (int i = 0; i < tries && !answered; ++i) {
        struct pbuf* const datagram = data_of(0, size, PBUF_TRANSPORT);
        udp_sendto(udp, datagram, &kernel, echo_port);
        pbuf_free(datagram);
        work_until(is_answered, try_ms);
    }
    udp_remove(udp);
    if (!answered) fail("no datagram of these bytes has come back");
}

/// One of two connections; what comes by it goes out by its partner.
struct End {
    struct tcp_pcb* connection;
    struct End* partner;
    struct pbuf* waiting; // has come, and the partner has no room for it yet
    int has_ended;        // the stream that comes
    int has_told;         // its end to the partner's other end
    unsigned long bytes;
};

static struct End from, to;

static void hand_on(struct End* end) {
    struct tcp_pcb* const out = end->partner->connection;
    while (out && end->waiting && tcp_sndbuf(out) > 0) {
        u16_t const size = LWIP_MIN(end->waiting->len, tcp_sndbuf(out));
        if (tcp_write(out, end->waiting->payload, size, TCP_WRITE_FLAG_COPY) != ERR_OK) break;
        end->waiting = pbuf_free_header(end->waiting, size);
        tcp_recved(end->connection, size);
        end->bytes += size;
    }
    if (out && !end->waiting && end->has_ended && !end->has_told)
        end->has_told = tcp_shutdown(out, 0, 1) == ERR_OK;
    if (out) tcp_output(out);
}

/// Acknowledges at once: lwIP would wait for up to 250 ms, and the kernel, like Linux, sends again
/// after 200.
static err_t take(void* argument, struct tcp_pcb* connection, struct pbuf* data, err_t error) {
    struct End* const end = argument;
    tcp_ack_now(connection);
    if (error != ERR_OK) fail("a stream has an error");
    if (!data)
        end->has_ended = 1;
    else if (end->waiting)
        pbuf_cat(end->waiting, data);
    else
        end->waiting = data;
    hand_on(end);
    return ERR_OK;
}

static err_t have_room(void* argument, struct tcp_pcb* connection, u16_t size) {
    struct End* const end = argument;
    (void)connection, (void)size;
    hand_on(end->partner);
    return ERR_OK;
}

static void lose(void* argument, err_t error) {
    (void)argument, (void)error;
    fail("a connection has broken");
}

static void join(struct End* end, struct tcp_pcb* connection, struct End* partner) {
    end->connection = connection;
    end->partner = partner;
    tcp_arg(connection, end);
    tcp_recv(connection, take);
    tcp_sent(connection, have_room);
    tcp_err(connection, lose);
}

static err_t be_connected(void* argument, struct tcp_pcb* connection, err_t error) {
    (void)argument;
    if (error != ERR_OK) fail("the kernel takes no connection");
    to.connection = connection;
    hand_on(&from);
    return ERR_OK;
}

static err_t be_called(void* argument, struct tcp_pcb* connection, err_t error) {
    (void)argument;
    if (error != ERR_OK || from.connection) fail("not one connection has come");
    join(&from, connection, &to);
    struct tcp_pcb* const onward = tcp_new();
    join(&to, onward, &from);
    to.connection = NULL;
    return tcp_connect(onward, &kernel, echo_port, be_connected);
}

/// The answer, a byte, is the last that goes either way; the kernel ends when it has it.
static int has_handed_on_all(void) {
    return to.bytes > 0 && from.connection->unsent == NULL;
}

static void relay(void) {
    struct tcp_pcb* const bound = tcp_new();
    if (tcp_bind(bound, IP_ADDR_ANY, echo_port) != ERR_OK) fail("a port cannot be had");
    tcp_accept(tcp_listen(bound), be_called);
    puts("ready");
    fflush(stdout);
    if (!work_until(has_handed_on_all, patience_ms)) fail("a stream has not come to its end");
    printf("%lu bytes on, %lu back\n", from.bytes, to.bytes);
}

int main(int count, char** words) {
    if (count < 6) fail("OWN OTHER ADDRESS KERNEL ping SIZE | echo SIZE | relay");
    start_host(words[1], words[2], words[3]);
    if (!ipaddr_aton(words[4], &kernel)) fail("the kernel's address is malformed");
    int const size = count > 6 ? atoi(words[6]) : 0;
    if (size < 0 || size > 65507) fail("a datagram cannot have that size");
    if (!strcmp(words[5], "ping"))
        ping((u16_t)size);
    else if (!strcmp(words[5], "echo"))
        echo((u16_t)size);
    else if (!strcmp(words[5], "relay"))
        relay();
    else
        fail("there are ping, echo and relay");
    return 0;
}
