// SPDX-License-Identifier: BSD-2-Clause
// What calls between kernels look like in datagrams.
#include <remote/datagram.hpp>

#include <core/memory.hpp>

namespace flat::remote {

namespace {

constexpr u32 magic = 0x31524c46; // FLR1

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

/// A step can be undone, so one wrong word always changes the sum; the rotation takes a word's
/// upper bits to the lower ones.
constexpr u64 with(u64 sum, u64 word) {
    u64 const product = (sum ^ word) * 0x100000001b3;
    return product << 29 | product >> 35;
}

/// Of words of eight bytes, the last one filled up with zeros.
u64 checksum(Span<u8 const> datagram) {
    u64 sum = 0xcbf29ce484222325 + datagram.size();
    u8 const* place = datagram.data() + sizeof(u64);
    usize left = datagram.size() - sizeof(u64);
    u64 word = 0;
    for (; left >= sizeof word; left -= sizeof word, place += sizeof word) {
        __builtin_memcpy(&word, place, sizeof word);
        sum = with(sum, word);
    }
    word = 0;
    for (usize i = 0; i < left; ++i)
        word |= u64{place[i]} << 8 * i;
    return with(sum, word);
}

bool is_kind(DatagramKind kind) {
    return kind >= DatagramKind::hello && kind <= DatagramKind::memory;
}

} // namespace

void seal(Span<u8> datagram, DatagramHeader header) {
    header.magic = magic;
    memcpy(datagram.data(), &header, sizeof header);
    header.checksum = checksum(datagram);
    memcpy(datagram.data(), &header, sizeof header);
}

Maybe<DatagramHeader> opened(Span<u8 const> datagram) {
    if (datagram.size() < sizeof(DatagramHeader)) return {};
    DatagramHeader header;
    memcpy(&header, datagram.data(), sizeof header);
    bool const is_ours = header.magic == magic && header.checksum == checksum(datagram) &&
                         is_kind(header.kind) && header.fragments <= fragments_max &&
                         header.fragment < header.fragments;
    if (!is_ours) return {};
    return header;
}

} // namespace flat::remote
