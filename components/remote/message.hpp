// SPDX-License-Identifier: BSD-2-Clause
// Messages longer than a datagram: sent in parts, and put together from them.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>
#include <flat/net/datagrams.hpp>
#include <flat/remote/remote_error.hpp>
#include <remote/datagram.hpp>

namespace flat::remote {

/// A message that arrives, in room of somebody else. The parts may come in any order and several
/// times; what contradicts the parts before is ignored.
class ArrivingMessage {
public:
    /// Begins anew.
    void begin(Span<u8> room);

    /// Takes a part. False if it is none of this message.
    bool add(DatagramHeader const& header, Span<u8 const> part);

    bool has_begun() const { return fragments_ != 0; }
    bool is_whole() const { return has_begun() && missing_ == 0; }

    /// What it says, once it is whole.
    Span<u8> bytes() const { return room_.first(total_); }

private:
    bool fits(DatagramHeader const& header, usize bytes);

    Span<u8> room_;
    u32 total_ = 0;
    u32 fragments_ = 0; // none: the first part decides
    u32 missing_ = 0;
    u32 part_bytes_ = 0; // of all parts but the last, once one is there
    u64 arrived_[fragments_max / 64] = {};
};

/// Sends a message in as many datagrams as it takes; `header` says all but what is a part's own.
/// Errors of the network are as good as datagrams that are lost. Only the first part, if so wanted.
void send_message(net::Datagrams& datagrams, u64 destination, DatagramHeader header,
                  Span<u8 const> message, bool first_only = false);

/// Whether a message of so many bytes can be sent.
bool can_send(net::Datagrams& datagrams, usize bytes);

inline constexpr u64 ns_per_ms = 1'000'000;
inline constexpr RemoteError unreachable{RemoteError::Code::unreachable};
inline constexpr RemoteError malformed{RemoteError::Code::malformed};

/// The longest datagram that is sent or received.
inline constexpr usize datagram_bytes_max = 1472;

/// Hands `arrived` each datagram that comes, and its sender, until `is_over` says that there is
/// nothing more to wait for; FALSE if the time passes before, or nothing can be received.
template<class IsOver, class Arrived>
bool receive_until(net::Datagrams& datagrams, u64 patience_ns, IsOver const& is_over,
                   Arrived const& arrived) {
    u8 room[datagram_bytes_max];
    while (!is_over()) {
        if (patience_ns == 0) return false;
        auto const found = datagrams.receive(room, patience_ns);
        if (found.is_error()) return false;
        auto const& [bytes, sender, left_ns] = found.value();
        patience_ns = left_ns;
        if (bytes <= sizeof room) arrived(Span<u8 const>(room, bytes), sender);
    }
    return true;
}

} // namespace flat::remote
