// SPDX-License-Identifier: BSD-2-Clause
// Sockets of the Internet protocols: UDP, TCP and ICMP over IPv4.
#pragma once

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
};

} // namespace flat::unix::sockets
