// SPDX-License-Identifier: BSD-2-Clause
// Sockets of the Internet protocols: UDP, TCP and ICMP over IPv4.
#pragma once

#include <core/format.hpp>
#include <unix/sockets/internet_family.flat.hpp>
#include <unix/sockets/internet_socket.hpp>

namespace flat::unix::sockets {

/// The family AF_INET.
class InternetFamily : public InternetFamilyComponent {
public:
    using InternetFamilyComponent::InternetFamilyComponent;

    u32 number() override { return InternetSocket::family; }
    i64 check(u32 kind, u32 protocol) override;
    SocketFile* make(u32 kind, u32 protocol) override;
    i64 connect_pair(SocketFile&, SocketFile&) override { return failed(Errno::eopnotsupp); }

    // ShownTexts (internet_texts.cpp): /proc/net/tcp, udp, icmp and raw
    u32 texts() override;
    u32 path(u32 text, Span<u8> path) override;
    u32 show(u32 text, Span<u8> destination) override;

private:
    u32 state_of(InternetSocket::Facts const& socket, net::Endpoint const& remote);
    void write(TextSink& to, u32 number, InternetSocket::Facts const& socket);

    InternetSocket::All all_;
};

} // namespace flat::unix::sockets
