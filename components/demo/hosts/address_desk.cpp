// SPDX-License-Identifier: BSD-2-Clause
// Tells the addresses of hosts whose names come in datagrams.
#include <demo/hosts/address_desk.hpp>

#include <core/format.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>

namespace flat::demo::hosts {

namespace {

using net::HostNameError;
using Line = TextBuffer<160>;

Text text_of(HostNameError error) {
    switch (error.code) {
    case HostNameError::invalid:
        return "no name";
    case HostNameError::absent:
        return "no address";
    case HostNameError::truncated:
        return "too much to tell";
    case HostNameError::refused:
        return "the server does not tell";
    case HostNameError::silent:
        return "no answer";
    case HostNameError::exhausted:
        return "no socket";
    }
    return "an unknown error";
}

void put_address(Line& line, u32 address) {
    format(line, "{}.{}.{}.{}", address >> 24, address >> 16 & 0xff, address >> 8 & 0xff,
           address & 0xff);
}

void put_counts(Line& line, net::HostNames::Statistics const& counts) {
    format(line, "queries {}, found {}, remembered {}, absent {}, malformed {}, foreign {}",
           counts.queries, counts.found, counts.remembered, counts.absent, counts.malformed,
           counts.foreign);
}

} // namespace

void AddressDesk::run() {
    auto const socket = sockets->open(net::Sockets::Kind::datagram);
    if (socket.is_error() || sockets->bind(socket.value(), {0, port}).is_error())
        panic("port {} cannot be had", port);
    say(*log, "names to port {} are answered with addresses", port);
    for (;;)
        serve(socket.value());
}

void AddressDesk::serve(u32 socket) {
    u8 room[512];
    auto const received = sockets->receive_from(socket, Span(room));
    if (received.is_error()) return;
    Span<u8 const> const name = Span<u8 const>(room).first(received.value().bytes);
    Line line;
    if (Text::from_bytes(name) == Text("?"))
        put_counts(line, names->statistics());
    else if (auto const address = names->address(name); address.is_error())
        line.put(text_of(address.error()));
    else
        put_address(line, address.value());
    // An answer that cannot be sent is lost, as any datagram may be.
    static_cast<void>(sockets->send_to(socket, line.text().bytes(), received.value().sender));
}

} // namespace flat::demo::hosts
