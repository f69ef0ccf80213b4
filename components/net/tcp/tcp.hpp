// SPDX-License-Identifier: BSD-2-Clause
// TCP: streams of bytes between ports.
#pragma once

#include <core/atomic.hpp>
#include <core/measure/counters.hpp>
#include <core/utility.hpp>
#include <flat/net/buffers.hpp>
#include <net/demux.hpp>
#include <net/sip_hash.hpp>
#include <net/tcp/outbox.hpp>
#include <net/tcp/syn_cookies.hpp>
#include <net/tcp/tcp.flat.hpp>
#include <net/tcp/tcp_listener.hpp>
#include <net/tcp/tcp_session.hpp>

namespace flat::net::tcp {

/// The protocol around the state machines (connection.hpp): which segment is whose, checksums,
/// ports, places. Of connections that nobody has answered yet each port has a bounded number;
/// further clients are answered with a cookie, and get a place when they come back with it. First
/// sequence numbers are those of RFC 6528, chosen ports those of RFC 6056; all are as secret as the
/// clock was at the start.
class Tcp : public TcpComponent, private OptionsUpper, NonCopyable {
public:
    static constexpr u16 protocol = 6;

    Tcp(Ports const& ports, Attributes const& attributes);
    ~Tcp();

    Result<StreamSession*, NetworkError> connect(StreamUpper& upper,
                                                 Participants const& participants) override;
    Result<StreamSession*, NetworkError> connect_with_options(StreamUpper& upper,
                                                              Participants const& participants,
                                                              Span<u8 const> options) override;
    Result<Participants, NetworkError> listen(StreamUpper& upper,
                                              Participants const& participants) override;
    Result<Session*, NetworkError> open(Upper* upper, Participants const& participants) override;
    Result<Participants, NetworkError> open_enable(Upper& upper,
                                                   Participants const& participants) override;
    void open_disable(Participants const& participants) override;
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const> hint) override;
    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;
    void* narrow(InterfaceId id) override {
        return id == OptionsUpper::interface_id ? static_cast<OptionsUpper*>(this)
                                                : TcpComponent::narrow(id);
    }

    /// Segments that were too short or damaged.
    u64 malformed() const { return counts_.malformed; }

private:
    friend class TcpSession;
    friend class TcpListener;

    /// RFC 4022, `tcp`.
    struct Counts {
        SharedCounter active_opens;
        SharedCounter passive_opens;
        SharedCounter cookies; // that clients were answered with
        SharedCounter received;
        SharedCounter malformed; // too short or damaged
        SharedCounter refused;   // there was no connection
        SharedCounter sent;
        SharedCounter sent_again;
    };

    bool deliver(Participants const& participants, Message& message) override;
    bool deliver_with_options(Participants const& participants, Message& message,
                              Span<u8 const> options) override;
    void failed(Participants const& participants, Report const& report,
                Span<u8 const> beginning) override;

    static bool is_undamaged(Participants const& packet, Message const& segment);

    // For sessions and listeners.
    u64 now_us() { return alarms->now_ns() / 1000; }
    u32 first_sequence(Participants const& participants);
    Connection::Settings settings(Session& packets) const;
    TcpSession* take_place();
    Result<TcpSession*, NetworkError> make(Participants& participants, StreamUpper* upper,
                                           TcpListener* listener, Span<u8 const> options);
    bool is_full(TcpListener const& listener);
    bool take(Participants const& packet, Message& message, Span<u8 const> options);
    Result<Session*, NetworkError> open_packets(Participants const& participants,
                                                Span<u8 const> options);
    void answer(TcpListener& listener, Participants const& participants, Segment const& syn,
                Span<u8 const> options);
    void answer_with_cookie(Participants const& participants, Segment const& syn,
                            Span<u8 const> options);
    bool go_on(TcpListener& listener, Participants const& participants, Segment const& segment,
               Message& data, Span<u8 const> options);
    void refuse(Participants const& participants, Segment const& segment);
    void send_alone(Session& packets, Participants const& participants, Segment& segment);
    void forget(TcpSession& session);

    Demux uppers_{*allocator};
    Outbox outbox_{*allocator, buffers->pool()};
    SipHash hash_;
    SynCookies cookies_;
    Atomic<u64> cookies_end_us_ = 0; // until then somebody may come back with one
    Atomic<u32> next_port_ = 0;
    Atomic<u64> births_ = 1;
    Counts counts_;
    TcpSession* sessions_;
    TcpListener* places_;
};

} // namespace flat::net::tcp
