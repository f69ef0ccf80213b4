// SPDX-License-Identifier: BSD-2-Clause
// The host's own sockets.
#pragma once

#include <core/utility.hpp>
#include <platform/sockets.flat.hpp>

namespace flat::platform {

/// The number of a socket is the host's file descriptor. A signal that interrupts the host is never
/// seen outside: what it interrupted goes on.
class Sockets : public SocketsComponent, NonCopyable {
public:
    Sockets(Ports const& ports, Attributes const& attributes);
    ~Sockets();

    Result<u32, net::SocketError> open(Kind kind) override;
    void close(u32 socket) override;
    Result<net::Endpoint, net::SocketError> bind(u32 socket, net::Endpoint const& local) override;
    Result<void, net::SocketError> listen(u32 socket) override;
    Result<u32, net::SocketError> accept(u32 socket) override;
    Result<void, net::SocketError> connect(u32 socket, net::Endpoint const& remote) override;
    Result<void, net::SocketError> send_to(u32 socket, Span<u8 const> datagram,
                                           net::Endpoint const& destination) override;
    Result<Received, net::SocketError> receive_from(u32 socket, Span<u8> datagram) override;
    Result<usize, net::SocketError> send(u32 socket, Span<u8 const> bytes) override;
    Result<usize, net::SocketError> receive(u32 socket, Span<u8> bytes) override;
    Result<u64, net::SocketError> wait_readable(u32 socket, u64 timeout_ns) override;
    Result<void, net::SocketError> watch(u32 socket) override;
    Result<u32, net::SocketError> wait_watched() override;

private:
    int watched_; // the host's set of watched sockets
};

} // namespace flat::platform
