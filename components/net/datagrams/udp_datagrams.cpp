// SPDX-License-Identifier: BSD-2-Clause
// Datagrams of UDP, from one port.
#include <net/datagrams/udp_datagrams.hpp>

#include <core/panic.hpp>
#include <core/text.hpp>

namespace flat::net::datagrams {

namespace {

constexpr u32 port_bits = 16;

/// Takes a decimal number of at most `most` from the beginning of a text, and what ends it, if
/// anything does. False if there is none.
bool take_number(Text& text, u64 most, char end, u64& number) {
    usize digits = 0;
    number = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
        number = number * 10 + static_cast<u64>(text[digits++] - '0');
        if (number > most) return false;
    }
    bool const is_ended =
        end == 0 ? digits == text.size() : digits < text.size() && text[digits] == end;
    if (digits == 0 || !is_ended) return false;
    text = text.after(digits + (end == 0 ? 0 : 1));
    return true;
}

} // namespace

UdpDatagrams::UdpDatagrams(Ports const& ports, Attributes const& attributes)
    : UdpDatagramsComponent(ports, attributes) {
    auto const opened = sockets->open(Sockets::Kind::datagram);
    if (opened.is_error()) panic("net.datagrams.UdpDatagrams: there is no socket");
    socket_ = opened.value();
    if (sockets->bind(socket_, Endpoint{0, port}).is_error())
        panic("net.datagrams.UdpDatagrams: port {} is somebody else's", port);
}

UdpDatagrams::~UdpDatagrams() {
    sockets->close(socket_);
}

Result<u64, SocketError> UdpDatagrams::address(Span<u8 const> text) {
    constexpr SocketError invalid{SocketError::Code::invalid};
    Text rest = Text::from_bytes(text);
    u64 made = 0;
    for (char const end : Text("...:")) {
        u64 number = 0;
        if (!take_number(rest, 255, end, number)) return invalid;
        made = made << 8 | number;
    }
    u64 number = 0;
    if (!take_number(rest, 65535, 0, number)) return invalid;
    return made << port_bits | number;
}

Result<void, SocketError> UdpDatagrams::send(Span<u8 const> datagram, u64 destination) {
    Endpoint const endpoint{static_cast<u32>(destination >> port_bits),
                            static_cast<u16>(destination)};
    return sockets->send_to(socket_, datagram, endpoint);
}

Result<Datagrams::Arrived, SocketError> UdpDatagrams::receive(Span<u8> datagram, u64 timeout_ns) {
    u64 const left_ns = TRY(sockets->wait_readable(socket_, timeout_ns));
    if (left_ns == 0) return Arrived{0, 0, 0};
    auto const [bytes, sender] = TRY(sockets->receive_from(socket_, datagram));
    return Arrived{bytes, u64{sender.address} << port_bits | sender.port, left_ns};
}

} // namespace flat::net::datagrams
