// SPDX-License-Identifier: BSD-2-Clause
// Sockets within the system (unix(7)).
#pragma once

#include <unix/sockets/local_family.flat.hpp>
#include <unix/sockets/local_socket.hpp>

namespace flat::unix::sockets {

/// The family AF_UNIX: streams, datagrams, and packets of connections.
class LocalFamily : public LocalFamilyComponent {
public:
    using LocalFamilyComponent::LocalFamilyComponent;

    u32 number() override { return LocalSocket::family; }
    i64 check(u32 kind, u32 protocol) override;
    SocketFile* make(u32 kind, u32 protocol) override;
    i64 connect_pair(SocketFile& first, SocketFile& second) override;

    // ShownTexts: /proc/net/unix
    u32 texts() override { return 1; }
    u32 path(u32, Span<u8> path) override { return Text("net/unix").write_to(path); }
    u32 show(u32, Span<u8> destination) override;

private:
    LocalSocket::Names names_;
    FilesInFlight in_flight_;
    DroppedFiles dropped_;
};

} // namespace flat::unix::sockets
