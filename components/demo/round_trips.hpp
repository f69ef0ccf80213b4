// SPDX-License-Identifier: BSD-2-Clause
// Two threads that send a datagram to and fro, and what a round trip costs.
#pragma once

#include <core/text.hpp>
#include <core/utility.hpp>
#include <demo/round_trips.flat.hpp>
#include <flat/thread/thread.hpp>

namespace flat::demo {

/// From the call of `sendTo` in one thread to the return of `receiveFrom` there, with all that the
/// other thread does in between: on the loopback, and by two cards to another host in this kernel.
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

    static constexpr u16 port = 7;
    static constexpr u32 rounds = 32;
    static constexpr u32 bytes_max = 1024;

    void measure(Text way, net::Endpoint const& there, u32 bytes);

    Echo here_;
    Echo there_;
};

} // namespace flat::demo
