// SPDX-License-Identifier: BSD-2-Clause
// Packets of one protocol to one host.
#pragma once

#include <core/atomic.hpp>
#include <core/containers/list.hpp>
#include <core/utility.hpp>
#include <flat/net/attachment.hpp>
#include <net/ip/packet_header.hpp>
#include <net/ip/routes.hpp>
#include <net/named_session.hpp>
#include <net/packet_options.hpp>

namespace flat::net::ip {

class Ipv4;

/// Keeps the header as far as it is the same in each packet, with its sum, and the way to go.
class PacketSession : public SessionBase, NonCopyable {
public:
    PacketSession(Ipv4& ip, Participants const& participants, Routes::Hop const& hop,
                  bool is_listening);

    Participants participants() override { return participants_; }
    u32 mtu() override {
        return attachment_.mtu() - PacketHeader::bytes_min - options_.padded_bytes();
    }
    Result<void, NetworkError> push(Message& message) override;
    void set_service(u8 type_of_service, u8 lifetime) override;
    Result<void, NetworkError> set_options(Span<u8 const> options) override;
    void release() override;

    /// Another gateway is used since, perhaps for this host, too.
    void follow_route();

    /// Its place among all that are open.
    ListLink<PacketSession> link;

private:
    void sum_header();
    u32 destination() const { return load_big_endian(header_ + PacketHeader::destination); }
    Result<void, NetworkError> push_apart(Message& message);
    u32 neighbour() const { return neighbour_.load(MemoryOrder::relaxed); }

    Ipv4& ip_;
    Attachment& attachment_;
    Participants participants_;
    u32 attachment_index_;
    Atomic<u32> neighbour_; // who gets the packets
    u16 sum_;               // of the header, lengths and number left out
    u32 plain_bytes_max_;   // of packets that are sent with nothing but `header_` before them
    bool is_kept_whole_;
    bool is_listening_;
    u8 header_[PacketHeader::bytes_min];
    PacketOptions options_;
};

} // namespace flat::net::ip
