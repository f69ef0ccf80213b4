// SPDX-License-Identifier: BSD-2-Clause
// What calls between kernels look like in datagrams.
#include <remote/datagram.hpp>

#include <core/memory.hpp>
#include <core/utility.hpp>

namespace flat::remote {

namespace {

constexpr u32 magic = 0x31524c46; // FLR1

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

/// Words of eight bytes, the last one filled up with zeros. One wrong word always changes it, since
/// each step can be undone; the rotation takes a word's upper bits to the lower ones of the sum.
u64 checksum(Span<u8 const> datagram) {
    u64 hash = 0xcbf29ce484222325 + datagram.size();
    Span<u8 const> rest = datagram.after(sizeof(u64));
    while (!rest.is_empty()) {
        u64 word = 0;
        usize const bytes = min(rest.size(), sizeof word);
        if (bytes == sizeof word)
            __builtin_memcpy(&word, rest.data(), sizeof word);
        else
            memcpy(&word, rest.data(), bytes);
        hash = (hash ^ word) * 0x100000001b3;
        hash = hash << 29 | hash >> 35;
        rest = rest.after(bytes);
    }
    return hash;
}

bool is_kind(DatagramKind kind) {
    return kind >= DatagramKind::hello && kind <= DatagramKind::rejection;
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
