// SPDX-License-Identifier: BSD-2-Clause
// Echoes of ICMP for users of this host: requests are sent, and each answer goes to its user.
#pragma once

#include <core/measure/counters.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/net/options_upper.hpp>
#include <flat/net/session.hpp>
#include <net/demux.hpp>
#include <net/ip/echo.flat.hpp>
#include <net/named_session.hpp>

namespace flat::net::ip {

/// RFC 792, and RFC 1122, section 3.2.2.6. An identifier that nobody chose is one that is free,
/// drawn by the clock as ports of UDP are. Answers that nobody has asked for are dropped.
class Echo : public EchoComponent, NonCopyable {
public:
    using EchoComponent::EchoComponent;

    Result<Session*, NetworkError> open(Upper* upper, Participants const& participants) override;
    Result<Participants, NetworkError> open_enable(Upper& upper,
                                                   Participants const& participants) override;
    void open_disable(Participants const& participants) override;
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const> hint) override;
    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;

    bool deliver(Participants const& participants, Message& message) override;
    bool deliver_with_options(Participants const& participants, Message& message,
                              Span<u8 const> options) override;
    void failed(Participants const& participants, Report const& report,
                Span<u8 const> beginning) override;

    /// Answers that nobody has asked for.
    u64 unwanted() const { return unwanted_; }

private:
    /// Requests with one identifier to one host.
    class EchoSession : public SessionBase, NonCopyable {
    public:
        EchoSession(Echo& protocol, Session& packets, Participants const& participants,
                    bool is_listening)
            : protocol_(protocol), packets_(packets), participants_(participants),
              is_listening_(is_listening) {}

        Participants participants() override { return participants_; }
        u32 mtu() override { return packets_.mtu(); }
        Result<void, NetworkError> push(Message& message) override;
        void set_service(u8 type_of_service, u8 lifetime) override;
        Result<void, NetworkError> set_options(Span<u8 const> options) override;
        void release() override;

    private:
        Echo& protocol_;
        Session& packets_;
        Participants participants_;
        bool is_listening_;
    };

    Result<Participants, NetworkError> listen(Upper* upper, Participants const& participants);
    bool pass(Participants const& packet, Message& message, Span<u8 const> options);
    static Participants asked(Participants const& packet, Message const& message);

    Demux uppers_{*allocator};
    SharedCounter sent_;
    SharedCounter received_;
    SharedCounter unwanted_;
};

} // namespace flat::net::ip
