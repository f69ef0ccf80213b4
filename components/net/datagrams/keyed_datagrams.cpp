// SPDX-License-Identifier: BSD-2-Clause
// Datagrams that only holders of a key can send.
#include <net/datagrams/keyed_datagrams.hpp>

#include <core/bytes/hex_digit.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/text.hpp>

namespace flat::net::datagrams {

namespace {

constexpr usize digits = 32;

/// Half of a key, from digit `first` on.
u64 half_of(Text key, usize first) {
    if (key.size() != digits)
        panic("net.datagrams.KeyedDatagrams: a key has {} hexadecimal digits", digits);
    u64 half = 0;
    for (usize i = first; i < first + digits / 2; ++i) {
        u32 const value = hex_digit_value(key[i]);
        if (value > 15)
            panic("net.datagrams.KeyedDatagrams: a key has {} hexadecimal digits", digits);
        half = half << 4 | value;
    }
    return half;
}

} // namespace

KeyedDatagrams::KeyedDatagrams(Ports const& ports, Attributes const& attributes)
    : KeyedDatagramsComponent(ports, attributes),
      hash_(half_of(Text(key), 0), half_of(Text(key), digits / 2)) {}

usize KeyedDatagrams::bytes_max() {
    return min(beneath->bytes_max(), room_bytes) - tag_bytes;
}

Result<void, SocketError> KeyedDatagrams::send(Span<u8 const> datagram, u64 destination) {
    if (datagram.size() > bytes_max()) return SocketError{SocketError::too_long};
    u8 room[room_bytes];
    u64 const tag = hash_(datagram);
    memcpy(room, datagram.data(), datagram.size());
    memcpy(room + datagram.size(), &tag, sizeof tag);
    return beneath->send(Span<u8 const>(room, datagram.size() + sizeof tag), destination);
}

Result<Datagrams::Arrived, SocketError> KeyedDatagrams::receive(Span<u8> datagram, u64 timeout_ns) {
    u8 room[room_bytes];
    for (;;) {
        auto const [bytes, sender, left_ns] = TRY(beneath->receive(room, timeout_ns));
        if (left_ns == 0) return Arrived{0, 0, 0};
        timeout_ns = left_ns;
        if (bytes < tag_bytes || bytes > sizeof room) continue;
        usize const length = bytes - tag_bytes;
        u64 tag = 0;
        memcpy(&tag, room + length, sizeof tag);
        if (tag != hash_(Span<u8 const>(room, length))) continue;
        memcpy(datagram.data(), room, min(length, datagram.size()));
        return Arrived{length, sender, left_ns};
    }
}

} // namespace flat::net::datagrams
