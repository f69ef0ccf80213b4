// SPDX-License-Identifier: BSD-2-Clause
// What a raw socket receives of a message of ICMP: the packet of IP (raw(7), RFC 791).
#pragma once

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>

namespace flat::unix::sockets {

/// The network below has taken the header of IP off; this is one with all that is still known. The
/// identification is not, and is 0; the receiver is the socket's own address.
struct RawPacket {
    static constexpr u32 header_bytes = 20;
    static constexpr u8 icmp = 1; ///< the protocol

    /// Writes the header, as far as there is room.
    static void put_header(Span<u8> place, u32 sender, u32 receiver, u8 lifetime, u16 all_bytes) {
        constexpr u8 version_and_words = 0x45;
        u8 header[header_bytes] = {version_and_words};
        store_big_endian_u16(header + 2, all_bytes);
        header[8] = lifetime;
        header[9] = icmp;
        store_big_endian(header + 12, sender);
        store_big_endian(header + 16, receiver);
        store_big_endian_u16(header + 10, checksum_of(header));
        memcpy(place.data(), header, min<u64>(place.size(), sizeof header));
    }

private:
    /// Of a header whose own field is 0 (RFC 1071).
    static u16 checksum_of(u8 const (&header)[header_bytes]) {
        u32 sum = 0;
        for (u32 i = 0; i < header_bytes; i += sizeof(u16))
            sum += load_big_endian_u16(header + i);
        sum = (sum & 0xffff) + (sum >> 16);
        return static_cast<u16>(~(sum + (sum >> 16)));
    }
};

} // namespace flat::unix::sockets
