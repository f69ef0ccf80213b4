// SPDX-License-Identifier: BSD-2-Clause
// Sockets over protocols of ours.
#pragma once

#include <core/maybe.hpp>
#include <core/measure/counters.hpp>
#include <core/utility.hpp>
#include <flat/net/buffers.hpp>
#include <net/sockets/datagram_socket.hpp>
#include <net/sockets/internet_sockets.flat.hpp>
#include <net/sockets/number_set.hpp>
#include <net/sockets/stream_socket.hpp>

namespace flat::net::sockets {

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

    Result<void, SocketError> attend(u32 socket, u64 condition) override;
    u32 state(u32 socket) override;
    Result<void, SocketError> check(u32 socket) override;
    Endpoint local(u32 socket) override;
    Endpoint remote(u32 socket) override;
    usize available(u32 socket) override;
    Result<usize, SocketError> look(u32 socket, Span<u8> bytes) override;
    Result<Datagram, SocketError> take(u32 socket, Span<u8> bytes, Endpoint const& sender,
                                       bool only_looks) override;
    Failure take_failure(u32 socket) override;
    Result<void, SocketError> set_options(u32 socket, Span<u8 const> options) override;
    Result<void, SocketError> set_service(u32 socket, u8 type_of_service, u8 lifetime) override;
    Result<void, SocketError> keep_options(u32 socket) override;
    usize options(u32 socket, Span<u8> options) override;
    Result<void, SocketError> finish(u32 socket) override;

private:
    void make_datagrams();
    void make_streams();
    Protocol* protocol_of(Kind kind);
    Maybe<u32> open_datagram(Protocol& protocol, bool binds_again);
    Maybe<u32> open_stream();
    DatagramSocket* datagram(u32 socket);
    StreamSocket* stream(u32 socket);
    bool is_open(u32 socket);
    bool is_readable(u32 socket);
    bool is_watched(u32 socket);
    Maybe<u32> readable_between(u32 first, u32 end);
    u64 condition_of(u32 socket);
    u32 sockets_max() const { return datagram_sockets + stream_sockets; }
    u64 watched_condition() const { return address_of(&next_watched_); }

    DatagramSocket* datagrams_; // those of the first numbers
    DatagramSocket::Datagram* queues_;
    StreamSocket* streams_;
    SharedCounter opened_;
    SharedCounter exhausted_; // tries to open one when there was none
    SharedCounter dropped_;   // datagrams, for there was no room in the socket's queue
    NumberSet watched_{*allocator, sockets_max()}; // all that are, and perhaps more
    u32 next_watched_ = 0;                         // where the search for a readable one begins
};

} // namespace flat::net::sockets
