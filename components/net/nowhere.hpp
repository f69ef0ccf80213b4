// SPDX-License-Identifier: BSD-2-Clause
// Sockets that take whatever is sent, and to which nothing ever comes.
#pragma once

#include <net/nowhere.flat.hpp>

namespace flat::net {

/// Every call returns at once. Calls that would block for ever fail.
class Nowhere : public NowhereComponent {
public:
    using NowhereComponent::NowhereComponent;

    Result<u32, SocketError> open(Kind kind) override;
    void close(u32) override {}
    Result<Endpoint, SocketError> bind(u32 socket, Endpoint const& local) override;
    Result<void, SocketError> listen(u32 socket) override;
    Result<u32, SocketError> accept(u32 socket) override;
    Result<void, SocketError> connect(u32 socket, Endpoint const& remote) override;
    Result<void, SocketError> send_to(u32 socket, Span<u8 const> datagram,
                                      Endpoint const& destination) override;
    Result<Received, SocketError> receive_from(u32 socket, Span<u8> datagram) override;
    Result<usize, SocketError> send(u32 socket, Span<u8 const> bytes) override;
    Result<usize, SocketError> receive(u32 socket, Span<u8> bytes) override;
    Result<u64, SocketError> wait_readable(u32 socket, u64 timeout_ns) override;
    Result<void, SocketError> watch(u32 socket) override;
    Result<u32, SocketError> wait_watched() override;
};

} // namespace flat::net
