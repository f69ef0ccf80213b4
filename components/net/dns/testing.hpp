// SPDX-License-Identifier: BSD-2-Clause
// Names, and messages of servers, for tests of the domain name system.
#pragma once

#include <core/bytes/big_endian.hpp>
#include <net/dns/answer.hpp>
#include <net/testing.hpp>

namespace flat::net::dns::testing {

using namespace net::testing;

inline Span<u8 const> span_of(Bytes const& bytes) {
    return {bytes.data(), bytes.size()};
}

inline DomainName name_of(std::string const& text) {
    DomainName name;
    if (!name.parse(Text(text.data(), text.size()))) __builtin_trap();
    return name;
}

inline Bytes bytes_of(DomainName const& name) {
    return Bytes(name.bytes().begin(), name.bytes().end());
}

/// A pointer of the compression to this offset.
inline Bytes pointer_to_offset(u16 offset) {
    return {static_cast<u8>(0xc0 | offset >> 8), static_cast<u8>(offset)};
}

constexpr u16 address_type = 1;
constexpr u16 alias_type = 5;
inline Bytes const question_name = pointer_to_offset(12); // as all messages can say it

/// One record of an answer.
inline Bytes record(Bytes owner, u16 type, u32 lifetime_s, Bytes const& data,
                    u16 internet_class = 1) {
    u8 fixed[10];
    store_big_endian_u16(fixed, type);
    store_big_endian_u16(fixed + 2, internet_class);
    store_big_endian(fixed + 4, lifetime_s);
    store_big_endian_u16(fixed + 8, static_cast<u16>(data.size()));
    owner.insert(owner.end(), fixed, fixed + 10);
    owner.insert(owner.end(), data.begin(), data.end());
    return owner;
}

/// What a server answers to a query of ours: `flags` and records.
inline Bytes answer_to(Bytes query, std::vector<Bytes> const& records, u16 flags = 0x8180) {
    store_big_endian_u16(&query[2], flags);
    store_big_endian_u16(&query[6], static_cast<u16>(records.size()));
    for (Bytes const& each : records)
        query.insert(query.end(), each.begin(), each.end());
    return query;
}

/// The question for a name, with this number.
inline Bytes query_for(DomainName const& name, u16 id) {
    u8 message[query_bytes_max];
    usize const bytes = write_query(name, id, message);
    return Bytes(message, message + bytes);
}

} // namespace flat::net::dns::testing
