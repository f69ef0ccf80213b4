// SPDX-License-Identifier: BSD-2-Clause
// Two threads that send a datagram to and fro, and what a round trip costs.
#include <demo/hosts/round_trips.hpp>

#include <core/measure/least_cost.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <demo/start.hpp>

namespace flat::demo::hosts {

using Kind = net::Sockets::Kind;

u32 opened_at(net::Sockets& sockets, Kind kind, u16 port) {
    auto const socket = sockets.open(kind);
    if (socket.is_error() || sockets.bind(socket.value(), {0, port}).is_error())
        panic("there is no socket for port {}", port);
    return socket.value();
}

void RoundTrips::Echo::listen(net::Sockets& sockets) {
    sockets_ = &sockets;
    socket_ = opened_at(sockets, Kind::datagram, port);
}

void RoundTrips::Echo::run() {
    u8 datagram[bytes_max];
    for (;;) {
        auto const received = sockets_->receive_from(socket_, Span(datagram));
        if (received.is_error()) return;
        Span<u8 const> const answer = Span<u8 const>(datagram).first(received.value().bytes);
        static_cast<void>(sockets_->send_to(socket_, answer, received.value().sender));
    }
}

void RoundTrips::run() {
    static constexpr u32 sizes[] = {1, bytes_max};
    here_.listen(*near);
    there_.listen(*far);
    sink_here_.listen(*near);
    sink_there_.listen(*far);
    start(*threads, here_);
    start(*threads, there_);
    start(*threads, sink_here_);
    start(*threads, sink_there_);
    for (u32 const bytes : sizes) {
        measure("loopback", {0x7f000001, port}, bytes);
        measure("two cards", {far_address, port}, bytes);
    }
    measure_stream("loopback", {0x7f000001, port});
    measure_stream("two cards", {far_address, port});
    measure_forwarding();
}

void RoundTrips::measure(Text way, net::Endpoint const& there, u32 bytes) {
    u32 const socket = opened_at(*near, Kind::datagram, 0);
    u8 datagram[bytes_max] = {};
    LeastCost cost;
    for (u32 i = 0; i < rounds; ++i)
        cost.count([&] {
            auto const sent = near->send_to(socket, Span<u8 const>(datagram).first(bytes), there);
            auto const received = near->receive_from(socket, Span(datagram));
            if (sent.is_error() || received.is_error() || received.value().bytes != bytes)
                panic("a datagram of {} bytes did not come back by {}", bytes, way);
            return true;
        });
    near->close(socket);
    say(*log, "{} datagrams of {} bytes came back by {}", rounds, bytes, way);
    if (cost.is_known())
        say(*log,
            "@record {}\"of\": \"datagram\", \"way\": \"{}\", \"bytes\": {}, \"kernel\": {}{}", "{",
            way, bytes, cost.instructions(), "}");
}

} // namespace flat::demo::hosts
