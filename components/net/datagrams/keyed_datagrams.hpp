// SPDX-License-Identifier: BSD-2-Clause
// Datagrams that only holders of a key can send.
#pragma once

#include <core/utility.hpp>
#include <net/datagrams/keyed_datagrams.flat.hpp>
#include <net/sip_hash.hpp>

namespace flat::net::datagrams {

/// After each datagram come eight bytes, its SipHash-2-4 by the key. What comes without is dropped.
///
/// A tag proves that a holder of the key has sent the datagram, at any time, to any holder of it:
/// a user that must not take a datagram twice numbers them itself, as calls between kernels do.
/// Contents are not encrypted.
class KeyedDatagrams : public KeyedDatagramsComponent, NonCopyable {
public:
    static constexpr usize tag_bytes = 8;

    /// Panics when `key` is none.
    KeyedDatagrams(Ports const& ports, Attributes const& attributes);

    usize bytes_max() override;
    Result<u64, SocketError> address(Span<u8 const> text) override {
        return beneath->address(text);
    }
    Result<void, SocketError> send(Span<u8 const> datagram, u64 destination) override;
    Result<Arrived, SocketError> receive(Span<u8> datagram, u64 timeout_ns) override;

private:
    static constexpr usize room_bytes = 1504;

    SipHash hash_;
};

} // namespace flat::net::datagrams
