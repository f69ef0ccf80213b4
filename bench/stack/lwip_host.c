// SPDX-License-Identifier: BSD-2-Clause
// A host of lwIP's, Debian's package, by its callbacks, which are the least that it can be used by.
#include "lwip_host.h"

#include <lwip/etharp.h>
#include <lwip/init.h>
#include <lwip/tcp.h>
#include <lwip/udp.h>
#include <netif/ethernet.h>

#include <stdlib.h>
#include <string.h>

enum { port = 7, at_once = 16384 };

static struct netif card;
static void (*send_to_wire)(void const* bytes, unsigned size);
static unsigned char own_number;
static struct udp_pcb* datagrams;
static struct tcp_pcb* connection;
static int connected;
static unsigned answer_count, taken_bytes;
static unsigned char bytes[at_once];

/// In this package a frame is one piece (LWIP_NETIF_TX_SINGLE_PBUF).
static err_t send_frame(struct netif* netif, struct pbuf* frame) {
    (void)netif;
    if (frame->next) abort();
    send_to_wire(frame->payload, frame->len);
    return ERR_OK;
}

static err_t start_card(struct netif* netif) {
    unsigned char const address[] = {0x02, 0, 0, 0, 0, own_number};
    memcpy(netif->hwaddr, address, sizeof address);
    netif->hwaddr_len = sizeof address;
    netif->mtu = 1500;
    netif->flags = NETIF_FLAG_BROADCAST | NETIF_FLAG_ETHARP | NETIF_FLAG_ETHERNET;
    netif->output = etharp_output;
    netif->linkoutput = send_frame;
    return ERR_OK;
}

static void start(unsigned char number, void (*send)(void const*, unsigned)) {
    ip4_addr_t address, mask, gateway = {0};
    own_number = number;
    send_to_wire = send;
    lwip_init();
    IP4_ADDR(&address, 10, 0, 0, number);
    IP4_ADDR(&mask, 255, 255, 255, 0);
    netif_add(&card, &address, &mask, &gateway, NULL, start_card, ethernet_input);
    netif_set_default(&card);
    netif_set_up(&card);
    netif_set_link_up(&card);
}

static struct Frame* copied(void const* frame, unsigned size) {
    struct pbuf* const copy = pbuf_alloc(PBUF_RAW, (u16_t)size, PBUF_RAM);
    if (!copy) abort();
    memcpy(copy->payload, frame, size);
    return (struct Frame*)copy;
}

static void receive(struct Frame* frame) {
    struct pbuf* const packet = (struct pbuf*)frame;
    if (card.input(packet, &card) != ERR_OK) pbuf_free(packet);
}

static void send_back(void* argument, struct udp_pcb* udp, struct pbuf* datagram,
                      ip_addr_t const* sender, u16_t sender_port) {
    (void)argument;
    udp_sendto(udp, datagram, sender, sender_port);
    pbuf_free(datagram);
}

static err_t take(void* argument, struct tcp_pcb* from, struct pbuf* data, err_t error) {
    (void)argument, (void)error;
    if (!data) return ERR_OK;
    pbuf_copy_partial(data, bytes, data->tot_len, 0);
    taken_bytes += data->tot_len;
    tcp_recved(from, data->tot_len);
    pbuf_free(data);
    return ERR_OK;
}

static err_t be_called(void* argument, struct tcp_pcb* new_one, err_t error) {
    (void)argument, (void)error;
    tcp_recv(new_one, take);
    connected = 1;
    return ERR_OK;
}

static void serve(void) {
    datagrams = udp_new();
    udp_recv(datagrams, send_back, NULL);
    struct tcp_pcb* const bound = tcp_new();
    if (udp_bind(datagrams, IP_ADDR_ANY, port) || tcp_bind(bound, IP_ADDR_ANY, port)) abort();
    tcp_accept(tcp_listen(bound), be_called);
}

static void count_answer(void* argument, struct udp_pcb* udp, struct pbuf* datagram,
                         ip_addr_t const* sender, u16_t sender_port) {
    (void)argument, (void)udp, (void)sender, (void)sender_port;
    pbuf_free(datagram);
    ++answer_count;
}

static err_t be_connected(void* argument, struct tcp_pcb* new_one, err_t error) {
    (void)argument, (void)new_one;
    connected = error == ERR_OK;
    return ERR_OK;
}

static void call(unsigned char number) {
    ip_addr_t other;
    IP_ADDR4(&other, 10, 0, 0, number);
    datagrams = udp_new();
    udp_recv(datagrams, count_answer, NULL);
    connection = tcp_new();
    if (udp_connect(datagrams, &other, port) || tcp_connect(connection, &other, port, be_connected))
        abort();
}

static int is_connected(void) {
    return connected;
}

static void ask(void) {
    struct pbuf* const datagram = pbuf_alloc(PBUF_TRANSPORT, 1, PBUF_RAM);
    if (!datagram) abort();
    *(unsigned char*)datagram->payload = 1;
    udp_send(datagrams, datagram);
    pbuf_free(datagram);
}

static unsigned answers(void) {
    return answer_count;
}

static unsigned put(unsigned most) {
    unsigned done = 0;
    for (;;) {
        unsigned const room = LWIP_MIN(LWIP_MIN(most - done, tcp_sndbuf(connection)), at_once);
        if (room == 0 || tcp_write(connection, bytes, (u16_t)room, TCP_WRITE_FLAG_COPY)) break;
        done += room;
    }
    tcp_output(connection);
    return done;
}

static unsigned taken(void) {
    return taken_bytes;
}

struct LwipHost const* lwip_host(void) {
    static struct LwipHost const calls = {start,        copied, receive, serve, call,
                                          is_connected, ask,    answers, put,   taken};
    return &calls;
}
