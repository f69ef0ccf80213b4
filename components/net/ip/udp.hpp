// SPDX-License-Identifier: BSD-2-Clause
// UDP: datagrams between ports.
#pragma once

#include <core/measure/counters.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/net/options_upper.hpp>
#include <flat/net/session.hpp>
#include <net/demux.hpp>
#include <net/ip/udp.flat.hpp>
#include <net/named_session.hpp>

namespace flat::net::ip {

/// RFC 768, with checksums for all that leaves this host. A port that nobody chose is one of the
/// dynamic ones that is free, drawn by the clock (RFC 6056, algorithm 1).
class Udp : public UdpComponent, private OptionsUpper, NonCopyable {
public:
    static constexpr u32 header_bytes = 8;
    static constexpr u16 protocol = 17;
    static constexpr u32 datagram_bytes_max = 65507;

    Udp(Ports const& ports, Attributes const& attributes);
    ~Udp();

    Result<Session*, NetworkError> open(Upper* upper, Participants const& participants) override;
    Result<Participants, NetworkError> open_enable(Upper& upper,
                                                   Participants const& participants) override;
    void open_disable(Participants const& participants) override;
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const> hint) override;
    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;
    void* narrow(InterfaceId id) override {
        return id == OptionsUpper::interface_id ? static_cast<OptionsUpper*>(this)
                                                : UdpComponent::narrow(id);
    }

    /// Datagrams with wrong lengths or checksums.
    u64 malformed() const { return malformed_; }

private:
    /// Datagrams from one port to another.
    class DatagramSession : public SessionBase, NonCopyable {
    public:
        DatagramSession(Udp& protocol, Session& packets, Participants const& participants,
                        bool is_listening);

        Participants participants() override { return participants_; }
        u32 mtu() override { return packets_.mtu() - header_bytes; }
        Result<void, NetworkError> push(Message& message) override;
        void set_service(u8 type_of_service, u8 lifetime) override;
        Result<void, NetworkError> set_options(Span<u8 const> options) override;
        void release() override;

    private:
        Udp& protocol_;
        Session& packets_;
        Participants participants_;
        u16 sum_;         // of addresses, protocol and ports
        bool is_checked_; // or within this host, where nothing is damaged
        bool is_listening_;
    };

    bool deliver(Participants const& participants, Message& message) override;
    bool deliver_with_options(Participants const& participants, Message& message,
                              Span<u8 const> options) override;
    void failed(Participants const& participants, Report const& report,
                Span<u8 const> beginning) override;
    Result<Participants, NetworkError> listen(Upper* upper, Participants const& participants);
    bool drop();
    bool take(Participants const& packet, Message& message, Span<u8 const> options);

    Demux uppers_{*allocator};
    SharedCounter malformed_;
    SharedCounter received_;
    SharedCounter unwanted_; // nobody has the port
    SharedCounter sent_;
};

} // namespace flat::net::ip
