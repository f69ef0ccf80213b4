// SPDX-License-Identifier: BSD-2-Clause
// Sockets over protocols of ours.
#pragma once

#include <core/utility.hpp>
#include <flat/net/buffers.hpp>
#include <net/datagram_socket.hpp>
#include <net/internet_sockets.flat.hpp>

namespace flat::net {

/// The sockets of a kernel whose network is its own. There are as many as its attributes say; the
/// number of one is its place among them.
class InternetSockets : public InternetSocketsComponent, NonCopyable {
public:
    InternetSockets(Ports const& ports, Attributes const& attributes);
    ~InternetSockets();

    Result<u32, SocketError> open(Kind kind) override;
    void close(u32 socket) override;
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

private:
    DatagramSocket* find(u32 socket);
    u64 watched_condition() const { return address_of(&next_watched_); }

    DatagramSocket* datagrams_;
    DatagramSocket::Datagram* queues_;
    u32 next_watched_ = 0; // where the search for a readable one begins
};

} // namespace flat::net
