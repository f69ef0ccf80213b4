// SPDX-License-Identifier: BSD-2-Clause
// Two threads that send a datagram to and fro, and what a round trip costs.
#include <demo/round_trips.hpp>

#include <core/panic.hpp>
#include <core/probe.hpp>
#include <core/say.hpp>
#include <demo/start.hpp>

namespace flat::demo {

namespace {

u32 open(net::Sockets& sockets, u16 port) {
    auto const socket = sockets.open(net::Sockets::Kind::datagram);
    if (socket.is_error() || sockets.bind(socket.value(), {0, port}).is_error())
        panic("there is no socket for port {}", port);
    return socket.value();
}

} // namespace

void RoundTrips::Echo::listen(net::Sockets& sockets) {
    sockets_ = &sockets;
    socket_ = open(sockets, port);
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
    start(*threads, here_);
    start(*threads, there_);
    for (u32 const bytes : sizes) {
        measure("loopback", {0x7f000001, port}, bytes);
        measure("two cards", {far_address, port}, bytes);
    }
}

/// The least of some rounds: what one costs when nothing else falls due.
void RoundTrips::measure(Text way, net::Endpoint const& there, u32 bytes) {
    u32 const socket = open(*near, 0);
    u8 datagram[bytes_max] = {};
    u64 least = ~u64(0);
    bool is_counted = false;
    for (u32 i = 0; i < rounds; ++i) {
        ProbeRecord before, after;
        probe(before);
        auto const sent = near->send_to(socket, Span<u8 const>(datagram).first(bytes), there);
        auto const received = near->receive_from(socket, Span(datagram));
        probe(after);
        if (sent.is_error() || received.is_error() || received.value().bytes != bytes)
            panic("a datagram of {} bytes did not come back by {}", bytes, way);
        ProbeRecord const cost = difference(before, after);
        is_counted = is_counted || cost.valid;
        if (cost.valid) least = min(least, cost.kernel_instructions);
    }
    near->close(socket);
    say(*log, "{} datagrams of {} bytes came back by {}", rounds, bytes, way);
    if (is_counted)
        say(*log, "@record {}\"way\": \"{}\", \"bytes\": {}, \"kernel\": {}{}", "{", way, bytes,
            least, "}");
}

} // namespace flat::demo
