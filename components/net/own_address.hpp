// SPDX-License-Identifier: BSD-2-Clause
// Which addresses of this host the users of a protocol may have.
#pragma once

#include <flat/net/internet_protocol.hpp>
#include <net/internet_address.hpp>

namespace flat::net {

/// Whether an address means several hosts: it can be listened at, but nothing comes from there.
inline bool is_of_many(InternetProtocol& ip, u64 address) {
    auto const host = static_cast<u32>(address);
    return host == limited_broadcast || is_multicast(host) || ip.is_broadcast(host);
}

/// `unreachable` unless an address is one of ours, or 0 for any.
inline Result<void, NetworkError> require_own(InternetProtocol& ip, u64 address) {
    if (address == 0 || ip.is_own(static_cast<u32>(address))) return {};
    return NetworkError{NetworkError::unreachable};
}

/// The same for who listens, as Linux has it: one of many hosts will do.
inline Result<void, NetworkError> require_heard(InternetProtocol& ip, u64 address) {
    if (is_of_many(ip, address)) return {};
    return require_own(ip, address);
}

/// What to send from, for a user that listens at an address; 0 lets one be chosen.
inline u64 source_of(InternetProtocol& ip, u64 address) {
    return is_of_many(ip, address) ? 0 : address;
}

} // namespace flat::net
