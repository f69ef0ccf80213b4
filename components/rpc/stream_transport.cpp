// SPDX-License-Identifier: BSD-2-Clause
// Calls that reach a server as records on connections (TCP).
#include <rpc/stream_transport.hpp>

#include <new>

namespace flat::rpc {

using net::Endpoint;
using net::SocketError;

namespace {

constexpr u64 ns_per_ms = 1'000'000;

} // namespace

StreamTransport::~StreamTransport() {
    while (StreamConnection* const connection = connections_.first())
        remove(*connection);
    if (is_open_) sockets->close(listening_);
}

Result<Endpoint, SocketError> StreamTransport::open() {
    listening_ = TRY(sockets->open(net::Sockets::Kind::stream));
    is_open_ = true;
    Endpoint const local = TRY(sockets->bind(listening_, {address, port}));
    TRY(sockets->listen(listening_));
    TRY(sockets->watch(listening_));
    return local;
}

bool StreamTransport::receive(u32 socket, Dispatcher& dispatcher) {
    if (is_open_ && socket == listening_) {
        accept();
        return true;
    }
    for (StreamConnection& connection : connections_) {
        if (connection.socket() != socket) continue;
        if (!connection.receive(dispatcher)) remove(connection);
        return true;
    }
    return false;
}

/// Accepts a connection, if the client has not gone away.
void StreamTransport::accept() {
    auto const accepted = sockets->accept(listening_);
    if (accepted.is_ok() && !add(accepted.value())) sockets->close(accepted.value());
}

/// Makes a socket a connection; false if there cannot be another one.
bool StreamTransport::add(u32 socket) {
    if (count_ == connections_max || sockets->watch(socket).is_error()) return false;
    ConnectionLimits const limits{fragment_bytes, record_bytes, patience_ms * ns_per_ms};
    auto const place =
        allocator->allocate(StreamConnection::bytes(limits), alignof(StreamConnection));
    if (place.is_error()) return false;
    auto* const connection = new (pointer_to<void>(place.value()))
        StreamConnection(socket, *sockets, *allocator, limits);
    connections_.push_back(*connection);
    ++count_;
    return true;
}

void StreamTransport::remove(StreamConnection& connection) {
    connections_.remove(connection);
    --count_;
    connection.~StreamConnection();
    allocator->free(address_of(&connection));
}

} // namespace flat::rpc
