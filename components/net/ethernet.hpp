// SPDX-License-Identifier: BSD-2-Clause
// Ethernet as a protocol: frames by address and type.
#pragma once

#include <core/measure/counters.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <net/demux.hpp>
#include <net/ethernet.flat.hpp>
#include <net/named_session.hpp>

namespace flat::net {

/// Ethernet II over one link: both ports of participants are the type of a frame (IEEE 802.3,
/// section 3.2.6, from 0x600 on). Frames with a length in its place are not for us. What is to
/// another card, which a promiscuous link lets through, is dropped.
class Ethernet : public EthernetComponent, NonCopyable {
public:
    static constexpr u32 header_bytes = Link::header_bytes;
    static constexpr u16 first_type = 0x600;

    Ethernet(Ports const& ports, Attributes const& attributes)
        : EthernetComponent(ports, attributes), uppers_(*allocator) {}

    Result<Session*, NetworkError> open(Upper* upper, Participants const& participants) override;
    Result<Participants, NetworkError> open_enable(Upper& upper,
                                                   Participants const& participants) override;
    void open_disable(Participants const& participants) override;
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const> hint) override;
    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;

    void received(Message& frame) override;
    void state_changed(Link::State const&) override {}

    /// Frames that were shorter than their header, or of a type that nobody wants.
    u64 dropped() const { return dropped_; }

private:
    /// Frames to one card, of one type.
    class FrameSession : public SessionBase, NonCopyable {
    public:
        FrameSession(Ethernet& protocol, Participants const& participants, bool is_listening);

        Participants participants() override { return participants_; }
        u32 mtu() override { return protocol_.link->mtu(); }
        Result<void, NetworkError> push(Message& message) override;
        void release() override;

    private:
        Ethernet& protocol_;
        Participants participants_;
        bool is_listening_;
        u8 header_[header_bytes];
    };

    void drop() { ++dropped_; }
    static bool is_valid(Participants const& participants);

    Demux uppers_;
    SharedCounter dropped_;
};

} // namespace flat::net
