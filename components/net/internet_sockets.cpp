// SPDX-License-Identifier: BSD-2-Clause
// Sockets over protocols of ours.
#include <net/internet_sockets.hpp>

#include <core/panic.hpp>
#include <net/socket_waiting.hpp>

#include <new>

namespace flat::net {

namespace {

constexpr SocketError invalid{SocketError::invalid};

} // namespace

InternetSockets::InternetSockets(Ports const& ports, Attributes const& attributes)
    : InternetSocketsComponent(ports, attributes) {
    using Datagram = DatagramSocket::Datagram;
    u32 const places = datagram_sockets * waiting;
    auto const sockets =
        allocator->allocate(datagram_sockets * sizeof(DatagramSocket), alignof(DatagramSocket));
    auto const queues = allocator->allocate(places * sizeof(Datagram), alignof(Datagram));
    if (sockets.is_error() || queues.is_error())
        panic("there is no memory for {} sockets", datagram_sockets);
    datagrams_ = pointer_to<DatagramSocket>(sockets.value());
    queues_ = pointer_to<Datagram>(queues.value());
    for (u32 i = 0; i < places; ++i)
        new (queues_ + i) Datagram{Message(buffers->pool()), {}};
    for (u32 i = 0; i < datagram_sockets; ++i)
        new (datagrams_ + i)
            DatagramSocket(*udp, *threads, buffers->pool(), queues_ + i * waiting, waiting);
}

InternetSockets::~InternetSockets() {
    for (u32 i = 0; i < datagram_sockets; ++i)
        datagrams_[i].DatagramSocket::~DatagramSocket();
    for (u32 i = 0; i < datagram_sockets * waiting; ++i)
        queues_[i].~Datagram();
    allocator->free(address_of(queues_));
    allocator->free(address_of(datagrams_));
}

/// An open socket; null if there is none of this number.
DatagramSocket* InternetSockets::find(u32 socket) {
    if (socket >= datagram_sockets || !datagrams_[socket].is_open()) return nullptr;
    return &datagrams_[socket];
}

Result<u32, SocketError> InternetSockets::open(Kind kind) {
    if (kind != Kind::datagram) return SocketError{SocketError::failed};
    for (u32 i = 0; i < datagram_sockets; ++i)
        if (datagrams_[i].open()) return i;
    return SocketError{SocketError::exhausted};
}

void InternetSockets::close(u32 socket) {
    if (DatagramSocket* const found = find(socket)) {
        found->close();
        threads->notify_all(found->condition());
    }
}

Result<Endpoint, SocketError> InternetSockets::bind(u32 socket, Endpoint const& local) {
    DatagramSocket* const found = find(socket);
    return found ? found->bind(local) : invalid;
}

Result<void, SocketError> InternetSockets::listen(u32) {
    return invalid;
}

Result<u32, SocketError> InternetSockets::accept(u32) {
    return invalid;
}

Result<void, SocketError> InternetSockets::connect(u32, Endpoint const&) {
    return invalid;
}

Result<void, SocketError> InternetSockets::send_to(u32 socket, Span<u8 const> datagram,
                                                   Endpoint const& destination) {
    DatagramSocket* const found = find(socket);
    return found ? found->send_to(datagram, destination) : invalid;
}

Result<Sockets::Received, SocketError> InternetSockets::receive_from(u32 socket,
                                                                     Span<u8> datagram) {
    DatagramSocket* const found = find(socket);
    return found ? found->receive_from(datagram) : invalid;
}

Result<usize, SocketError> InternetSockets::send(u32, Span<u8 const>) {
    return invalid;
}

Result<usize, SocketError> InternetSockets::receive(u32, Span<u8>) {
    return invalid;
}

Result<u64, SocketError> InternetSockets::wait_readable(u32 socket, u64 timeout_ns) {
    DatagramSocket* const found = find(socket);
    if (!found) return invalid;
    TimedWait const waits(*alarms, *threads, found->condition(), timeout_ns);
    for (;;) {
        u64 const ticket = threads->ticket();
        u64 const left_ns = waits.left_ns();
        if (found->has_datagram()) return max(left_ns, 1);
        if (left_ns == 0) return u64{0};
        threads->wait(found->condition(), ticket);
    }
}

Result<void, SocketError> InternetSockets::watch(u32 socket) {
    DatagramSocket* const found = find(socket);
    if (!found) return invalid;
    found->watch(watched_condition());
    return {};
}

Result<u32, SocketError> InternetSockets::wait_watched() {
    for (;;) {
        u64 const ticket = threads->ticket();
        for (u32 i = 0; i < datagram_sockets; ++i) {
            u32 const each = (next_watched_ + i) % datagram_sockets;
            if (!datagrams_[each].is_watched() || !datagrams_[each].has_datagram()) continue;
            next_watched_ = each + 1;
            return each;
        }
        threads->wait(watched_condition(), ticket);
    }
}

} // namespace flat::net
