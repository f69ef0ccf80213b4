// SPDX-License-Identifier: BSD-2-Clause
// Sends every datagram back to where it came from.
#include <demo/hosts/echo_server.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>

namespace flat::demo::hosts {

void EchoServer::run() {
    auto const socket = sockets->open(net::Sockets::Kind::datagram);
    if (socket.is_error() || sockets->bind(socket.value(), {0, port}).is_error())
        panic("port {} cannot be had", port);
    say(*log, "datagrams to port {} come back", port);
    for (;;) {
        auto const received = sockets->receive_from(socket.value(), Span(datagram_));
        if (received.is_error()) continue;
        Span<u8 const> const datagram = Span<u8 const>(datagram_).first(received.value().bytes);
        // An answer that cannot be sent is lost, as any datagram may be.
        static_cast<void>(sockets->send_to(socket.value(), datagram, received.value().sender));
    }
}

} // namespace flat::demo::hosts
