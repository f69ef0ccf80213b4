// SPDX-License-Identifier: BSD-2-Clause
// What a mebibyte costs both ends of a stream.
#include <core/measure/least_cost.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <demo/hosts/round_trips.hpp>

namespace flat::demo::hosts {

namespace {

constexpr u32 streams = 4;

} // namespace

void RoundTrips::Sink::listen(net::Sockets& sockets) {
    sockets_ = &sockets;
    socket_ = opened_at(sockets, net::Sockets::Kind::stream, port);
    if (sockets.listen(socket_).is_error()) panic("nobody can connect to port {}", port);
}

void RoundTrips::Sink::run() {
    for (;;) {
        auto const connection = sockets_->accept(socket_);
        if (connection.is_error()) return;
        while (take(connection.value())) {
        }
        sockets_->close(connection.value());
    }
}

/// Takes a mebibyte and says so; FALSE when the stream has ended.
bool RoundTrips::Sink::take(u32 connection) {
    for (u32 left = stream_bytes; left > 0;) {
        auto const received =
            sockets_->receive(connection, Span(bytes_).first(min(left, write_bytes)));
        if (received.is_error()) return false;
        left -= static_cast<u32>(received.value());
    }
    u8 const answer[] = {1};
    return sockets_->send(connection, Span<u8 const>(answer)).is_ok();
}

/// Sends a mebibyte in writes of 64 KiB, until the other end has taken all of it.
bool RoundTrips::send_stream(u32 connection) {
    for (u32 i = 0; i < stream_bytes / write_bytes; ++i)
        for (Span<u8 const> left(stream_); !left.is_empty();) {
            auto const sent = near->send(connection, left);
            if (sent.is_error()) return false;
            left = left.after(sent.value());
        }
    u8 answer[1];
    return near->receive(connection, Span(answer)).is_ok();
}

void RoundTrips::measure_stream(Text way, net::Endpoint const& there) {
    auto const socket = near->open(net::Sockets::Kind::stream);
    if (socket.is_error() || near->connect(socket.value(), there).is_error())
        panic("nobody can be connected to by {}", way);
    LeastCost cost;
    for (u32 i = 0; i < streams; ++i)
        cost.count([&] {
            if (!send_stream(socket.value())) panic("a stream has broken by {}", way);
            return true;
        });
    near->close(socket.value());
    say(*log, "{} streams of 1 MiB came by {}", streams, way);
    if (cost.is_known())
        say(*log, "@record {}\"of\": \"stream\", \"way\": \"{}\", \"kernel\": {}{}", "{", way,
            cost.instructions(), "}");
}

} // namespace flat::demo::hosts
