// SPDX-License-Identifier: BSD-2-Clause
// Datagrams in frames of Ethernet, of one type.
#pragma once

#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/net/upper.hpp>
#include <net/datagrams/ethernet_datagrams.flat.hpp>
#include <net/kept_session.hpp>

namespace flat::net::datagrams {

/// An address is that of a card, written `52:54:00:12:34:56`. A datagram comes after four bytes: a
/// mark of ours, for others make experiments with this type too, and its length, for short frames
/// are padded; both with the most significant byte first.
///
/// What comes while `waiting` datagrams wait is dropped.
class EthernetDatagrams : public EthernetDatagramsComponent, private Upper, NonCopyable {
public:
    static constexpr u32 header_bytes = 4;
    static constexpr u16 mark = 0x464c; // FL

    /// Panics without memory, and when somebody else has the type.
    EthernetDatagrams(Ports const& ports, Attributes const& attributes);
    ~EthernetDatagrams();

    usize bytes_max() override { return 1500 - header_bytes; }
    Result<u64, SocketError> address(Span<u8 const> text) override;
    Result<void, SocketError> send(Span<u8 const> datagram, u64 destination) override;
    Result<Arrived, SocketError> receive(Span<u8> datagram, u64 timeout_ns) override;

    /// Datagrams that were wrong in form, or for which there was no place.
    u64 dropped() { return queue_.lock()->dropped; }

private:
    struct Datagram {
        Message data;
        u64 sender;
    };
    struct Queue {
        Datagram* datagrams = nullptr;
        u32 first = 0;
        u32 count = 0;
        Counter dropped;
    };

    bool deliver(Participants const& participants, Message& message) override;
    void failed(Participants const&, Report const&, Span<u8 const>) override {}

    Participants between(u64 remote) const {
        return {0, remote, static_cast<u16>(type), static_cast<u16>(type)};
    }
    bool add(Message& message, u64 sender);
    bool take(Datagram& datagram);
    usize take(Span<u8> room, u64& sender);
    u64 condition() const { return address_of(this); }

    KeptSession last_; // to whom a datagram was sent last
    Guarded<Queue> queue_;
};

} // namespace flat::net::datagrams
