// SPDX-License-Identifier: BSD-2-Clause
// IPv4: packets to any host, over the networks that this one is attached to.
#pragma once

#include <core/atomic.hpp>
#include <core/containers/list.hpp>
#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/utility.hpp>
#include <flat/net/buffers.hpp>
#include <flat/net/options_upper.hpp>
#include <net/demux.hpp>
#include <net/ip/ipv4.flat.hpp>
#include <net/ip/packet_header.hpp>
#include <net/ip/packet_session.hpp>
#include <net/ip/reassembly.hpp>
#include <net/ip/routes.hpp>
#include <net/packet_options.hpp>

namespace flat::net::ip {

/// RFC 791 as RFC 1122 reads it. Both ports of participants are the protocol above. Options go up
/// to who wants them; source routes are begun, those that end here are reversed where
/// `source_routes` says so, and others followed where `forwards_source_routes` does. A host with
/// several addresses takes packets to each of them by any of its networks, but no address of the
/// loopback ever from outside.
class Ipv4 : public Ipv4Component, private Reassembly::Listener, NonCopyable {
public:
    /// Panics if two attachments have the same address or network, or no gateway can be reached.
    Ipv4(Ports const& ports, Attributes const& attributes);
    ~Ipv4();

    Result<Session*, NetworkError> open(Upper* upper, Participants const& participants) override;
    Result<Participants, NetworkError> open_enable(Upper& upper,
                                                   Participants const& participants) override;
    void open_disable(Participants const& participants) override;
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const> hint) override;
    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;

    Statistics statistics() override;
    Result<void, NetworkError> add_route(Route const& route) override;
    Result<void, NetworkError> readdress(Attachment& attachment, u32 address, u32 prefix_bits,
                                         u32 gateway) override;
    Result<u32, NetworkError> local_address(u32 remote) override;
    bool is_own(u32 address) override;
    bool is_broadcast(u32 address) override;
    void doubt(u32 remote) override;
    bool redirect(u32 sender, u32 remote, u32 gateway) override;
    void keep_whole(u16 port) override;
    void problem(Participants const& participants, Upper::Report const& report,
                 Span<u8 const> beginning) override;

private:
    friend class PacketSession;

    static constexpr u32 attachments_max = 8;

    /// What comes by one attachment.
    class Entrance : public Upper {
    public:
        void join(Ipv4& ip, Attachment& attachment);
        bool deliver(Participants const& participants, Message& packet) override;
        void failed(Participants const& participants, Report const& report,
                    Span<u8 const> beginning) override;

        Attachment& attachment() const { return *attachment_; }

    private:
        Ipv4* ip_ = nullptr;
        Attachment* attachment_ = nullptr;
    };

    using OpenSessions = IntrusiveList<PacketSession, &PacketSession::link>;

    /// For whom a packet is.
    enum class For { us, all, others };

    struct Counts {
        SharedCounter received;
        SharedCounter malformed;
        SharedCounter impossible;
        SharedCounter not_for_us;
        SharedCounter forwarded;
        SharedCounter delivered;
        SharedCounter unwanted;
        SharedCounter fragments_received;
        SharedCounter reassembled;
        SharedCounter fragments_dropped;
        SharedCounter sent;
        SharedCounter fragments_sent;
        SharedCounter unroutable;
    };

    // ipv4.cpp
    void join(u32 index, Attachment& attachment);
    void add_routes(u32 index, Attachment& attachment);
    void require_different(u32 index, Attachment& attachment);
    bool is_free(Attachment const& attachment, u32 address, u32 prefix_bits) const;
    bool has_address(u32 address) const;
    u16 next_id() { return next_id_.fetch_add(1, MemoryOrder::relaxed); }
    void follow_routes();
    static void count(SharedCounter& what) { ++what; }
    bool is_kept_whole(u16 port) const { return (kept_whole_[port / 64] >> port % 64 & 1) != 0; }
    Result<void, NetworkError> send_in_fragments(Routes::Hop const& hop, u8 const* header,
                                                 Message& data);
    Result<void, NetworkError> send_with_header(Routes::Hop const& hop, u8 const* header,
                                                Message& part);
    Attachment& attachment_of(Routes::Hop const& hop) const { return attachments[hop.attachment]; }

    // ipv4_input.cpp
    void arrived(Entrance& entrance, bool is_to_all, Message& packet);
    bool is_possible(Attachment& attachment, PacketHeader const& header) const;
    For whom(Attachment& attachment, u32 address) const;
    bool deliver_with_options(Upper& upper, Participants const& participants,
                              PacketHeader const& header, u8 const* bytes, Message& data);
    void take(PacketHeader const& header, u8 const* bytes, Message& data, bool may_report);
    void reassemble(PacketHeader const& header, u8 const* bytes, Message& data, bool may_report);
    void forward(PacketHeader const& header, u8 const* bytes, Message& data);
    Maybe<Routes::Hop> hop_of_source_route(Attachment& from, PacketOptions const& options);
    void forward_by_source_route(Attachment& from, PacketHeader const& header, u8 const* bytes,
                                 Message& data);
    void refuse(PacketHeader const& header, u32 mtu, Reassembly::Beginning const& beginning);
    void forward_in_fragments(Routes::Hop const& hop, PacketHeader const& header, u8 const* bytes,
                              Message& data);
    void report(ErrorReports::Reason reason, u32 detail, Reassembly::Beginning const& beginning);
    void given_up(Reassembly::Beginning const& beginning) override;

    Demux uppers_{*allocator};
    Routes routes_;
    Guarded<OpenSessions> open_;
    Entrance entrances_[attachments_max];
    Atomic<u16> next_id_ = 1;
    u64 kept_whole_[4] = {};
    Counts counts_;
    Reassembly reassembly_{*alarms, *allocator, buffers->pool(), *this, reassemblies, fragments};
};

} // namespace flat::net::ip
