// SPDX-License-Identifier: BSD-2-Clause
// What a host asks servers of the dynamic host configuration protocol, and what they answer.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::net::dhcp {

inline constexpr usize message_bytes_max = 576; // that any host takes (RFC 2131, section 2)
inline constexpr usize request_bytes = 300;     // that any server takes (RFC 1542, section 2.1)
inline constexpr u32 forever_s = 0xffff'ffff;   // a lifetime that means one without an end

/// What a message is for (RFC 2132, section 9.6).
enum class Kind : u8 {
    discover = 1, // is there a server?
    offer = 2,
    request = 3, // I take this one
    decline = 4, // somebody else has it
    acknowledged = 5,
    refused = 6,
    malformed, // a message that is wrong in form
    foreign    // no answer to this host
};

/// What a host asks. Addresses that a message does not have are 0.
struct Request {
    Kind kind;
    u32 number; // the same in the answer
    u64 hardware;
    u16 seconds = 0; // since the host began to ask
    u32 own = 0;     // the address that the host has, and hears at
    u32 wanted = 0;
    u32 server = 0; // whose offer is meant

    /// Writes it. A client without an address is answered by broadcast.
    void write(u8 (&message)[request_bytes]) const;
};

/// What a server answers.
struct Reply {
    Kind kind;
    u32 server = 0;
    u32 address = 0;
    u32 prefix_bits = 0;
    u32 gateway = 0;
    u32 name_server = 0;
    u32 lifetime_s = 0;
    u32 renewal_s = 0;   // when the server is asked for more time,
    u32 rebinding_s = 0; // and when any server is

    bool operator==(Reply const&) const = default;
};

/// What a message says to a host that has asked with this number: `offer`, `acknowledged` or
/// `refused`, or why it is none of these. Times are in their order, a lifetime at least one second,
/// and the address one that a host can have.
Reply read_reply(Span<u8 const> message, u32 number, u64 hardware);

} // namespace flat::net::dhcp
