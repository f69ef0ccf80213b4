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

} // namespace flat::net::ip
