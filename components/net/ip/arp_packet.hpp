// SPDX-License-Identifier: BSD-2-Clause
// Packets of ARP for Ethernet and IPv4.
#pragma once

#include <core/maybe.hpp>
#include <core/net/message.hpp>
#include <core/types.hpp>

namespace flat::net::ip {

/// What a packet says (RFC 826).
struct ArpPacket {
    enum Operation : u16 { request = 1, reply = 2 };

    static constexpr u32 bytes = 28;

    u16 operation;
    u64 sender_hardware;
    u32 sender;
    u64 target_hardware;
    u32 target;

    /// Puts it at the end of a message.
    Result<void, memory::MemoryError> write(Message& message) const;
};

/// What a message says; nothing if it is too short, or about other networks or protocols.
Maybe<ArpPacket> read_arp_packet(Message const& message);

} // namespace flat::net::ip
