// SPDX-License-Identifier: BSD-2-Clause
// The header of ICMP's messages, and their types.
#pragma once

#include <core/types.hpp>

namespace flat::net::ip {

/// The length of a message's header, and where its fields are (RFC 792). Of echoes the word is an
/// identifier and a number.
struct IcmpHeader {
    static constexpr u16 protocol = 1;
    static constexpr u32 bytes = 8;
    static constexpr u32 checksum = 2;
    static constexpr u32 word = 4;
    static constexpr u32 identifier = 4;
};

enum IcmpType : u8 {
    echo_reply = 0,
    unreachable = 3,
    redirect = 5,
    echo_request = 8,
    time_exceeded = 11,
    parameter_problem = 12
};

/// Of `unreachable` (RFC 792, and RFC 1122, section 3.2.2.1).
enum IcmpCode : u8 {
    network_unreachable = 0,
    host_unreachable = 1,
    protocol_unreachable = 2,
    port_unreachable = 3,
    fragmentation_needed = 4,
    source_route_failed = 5
};

/// Both in one word, the type in the upper half, as a message begins.
constexpr u16 with_code(IcmpType type, u8 code) {
    return static_cast<u16>(type << 8 | code);
}

} // namespace flat::net::ip
