// SPDX-License-Identifier: BSD-2-Clause
// Two hosts in one kernel, and what travels between them.
#pragma once

#include <core/text.hpp>
#include <core/utility.hpp>
#include <demo/hosts/round_trips.flat.hpp>
#include <flat/thread/thread.hpp>

namespace flat::demo::hosts {

/// A datagram and its answer, from the call of `sendTo` in one thread to the return of
/// `receiveFrom` there, with all that the other thread does in between; a stream, until the other
/// end has taken all of it; a frame that a host forwards. On the loopback, and by two cards to
/// another host in this kernel.
class RoundTrips : public RoundTripsComponent, NonCopyable {
public:
    using RoundTripsComponent::RoundTripsComponent;

    void run() override;

private:
    /// Sends back what comes to its socket.
    class Echo : public thread::Thread::Body {
    public:
        void listen(net::Sockets& sockets);
        void run() override;

    private:
        net::Sockets* sockets_ = nullptr;
        u32 socket_ = 0;
    };

    static constexpr u32 stream_bytes = 1 << 20;
    static constexpr u32 write_bytes = 1 << 16;

    /// Takes a stream, and answers each mebibyte with a byte.
    class Sink : public thread::Thread::Body {
    public:
        void listen(net::Sockets& sockets);
        void run() override;

    private:
        bool take(u32 connection);

        net::Sockets* sockets_ = nullptr;
        u32 socket_ = 0;
        u8 bytes_[write_bytes];
    };

    static constexpr u16 port = 7;
    static constexpr u32 rounds = 256;
    static constexpr u32 bytes_max = 1024;

    void measure(Text way, net::Endpoint const& there, u32 bytes);

    // stream_costs.cpp
    void measure_stream(Text way, net::Endpoint const& there);
    bool send_stream(u32 connection);

    // forwarding_costs.cpp
    void measure_forwarding();
    void wait();

    Echo here_;
    Echo there_;
    Sink sink_here_;
    Sink sink_there_;
    u8 stream_[write_bytes] = {};
};

/// A new socket of this kind, at this port if it is not 0; panics if there is none.
u32 opened_at(net::Sockets& sockets, net::Sockets::Kind kind, u16 port);

} // namespace flat::demo::hosts
