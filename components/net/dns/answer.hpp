// SPDX-License-Identifier: BSD-2-Clause
// Questions to servers of the domain name system for an address, and what is answered.
#pragma once

#include <net/dns/domain_name.hpp>

namespace flat::net::dns {

inline constexpr usize message_bytes_max = 512; // RFC 1035, section 4.2.1
inline constexpr usize query_bytes_max = 12 + DomainName::bytes_max + 4;

/// What a message says about a name.
struct Answer {
    enum class Kind : u8 {
        found,     // an address
        absent,    // there is none
        refused,   // the server does not tell
        truncated, // there is more than a datagram holds
        malformed, // a message that is wrong in form
        foreign    // no answer to this question
    };
    Kind kind;
    u32 address = 0;
    u32 lifetime_s = 0; // for how long the address may be remembered
};

/// Writes a question for the address of a name into `message`, and returns its bytes. The server is
/// to ask others for us.
usize write_query(DomainName const& name, u16 id, u8 (&message)[query_bytes_max]);

/// What a message says to the question of `write_query`: the first address of the name, or of the
/// name that it is an alias of, in whatever order they come.
Answer read_answer(Span<u8 const> message, DomainName const& name, u16 id);

} // namespace flat::net::dns
