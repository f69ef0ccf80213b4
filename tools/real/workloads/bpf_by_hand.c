// SPDX-License-Identifier: BSD-2-Clause
// The filters of bpf_filters.h as people write them in C.
#include "bpf_by_hand.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <string.h>

enum {
    kind_at = 12,
    header_at = 14,
    fragment_at = 20,
    hops_at = 22,
    protocol_at = 23,
    source_at = 26,
    destination_at = 30,
    ipv4 = 0x800,
    arp = 0x806,
    icmp = 1,
    tcp = 6,
    udp = 17
};

static uint16_t half_at(u_char const* place) {
    uint16_t number;
    memcpy(&number, place, sizeof number);
    return ntohs(number);
}

static uint32_t word_at(u_char const* place) {
    uint32_t number;
    memcpy(&number, place, sizeof number);
    return ntohl(number);
}

static bool has_kind(u_char const* frame, u_int length, unsigned kind) {
    return length >= kind_at + 2 && half_at(frame + kind_at) == kind;
}

/// Of an IPv4 frame whose first 34 bytes are there.
static bool is_later_fragment(u_char const* frame) {
    return (half_at(frame + fragment_at) & 0x1fff) != 0;
}

static u_int payload_at(u_char const* frame) {
    return header_at + (frame[header_at] & 15) * 4;
}

bool web_by_hand(u_char const* frame, u_int length) {
    if (length < header_at + 20 || !has_kind(frame, length, ipv4)) return false;
    if (frame[protocol_at] != tcp || is_later_fragment(frame)) return false;
    u_int const ports = payload_at(frame);
    if (length < ports + 4 || half_at(frame + ports + 2) != 80) return false;
    return frame[source_at] == 10 || frame[destination_at] == 10;
}

static bool is_wanted_port(unsigned protocol, unsigned port) {
    return protocol == tcp ? port == 80 || port == 443 : port >= 5000 && port <= 6000;
}

bool host_by_hand(u_char const* frame, u_int length) {
    enum { host = 0x0a010203, outside = 0xc0a8 };
    if (length < header_at + 20 || !has_kind(frame, length, ipv4)) return false;
    if (word_at(frame + source_at) != host && word_at(frame + destination_at) != host) return false;
    unsigned const protocol = frame[protocol_at];
    if ((protocol != tcp && protocol != udp) || is_later_fragment(frame)) return false;
    u_int const ports = payload_at(frame);
    bool const is_from = length >= ports + 2 && is_wanted_port(protocol, half_at(frame + ports));
    bool const is_to = length >= ports + 4 && is_wanted_port(protocol, half_at(frame + ports + 2));
    if (!is_from && !is_to) return false;
    return half_at(frame + source_at) != outside && half_at(frame + destination_at) != outside;
}

bool control_by_hand(u_char const* frame, u_int length) {
    if (has_kind(frame, length, arp)) return true;
    return length > protocol_at && has_kind(frame, length, ipv4) && frame[protocol_at] == icmp;
}

bool opening_by_hand(u_char const* frame, u_int length) {
    if (length < header_at + 20 || !has_kind(frame, length, ipv4)) return false;
    if (frame[protocol_at] != tcp || is_later_fragment(frame)) return false;
    u_int const flags_at = payload_at(frame) + 13;
    return length > flags_at && (frame[flags_at] & 3) != 0 && frame[hops_at] < 5;
}
