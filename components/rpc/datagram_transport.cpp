// SPDX-License-Identifier: BSD-2-Clause
// Calls that reach a server as datagrams (UDP).
#include <rpc/datagram_transport.hpp>

#include <flat/rpc/xdr_value.hpp>
#include <rpc/messages/message_buffer.hpp>

namespace flat::rpc {

using net::Endpoint;
using net::SocketError;

DatagramTransport::DatagramTransport(Ports const& ports, Attributes const& attributes)
    : DatagramTransportComponent(ports, attributes),
      call_(take_message_buffer(*allocator, message_bytes)),
      reply_(take_message_buffer(*allocator, message_bytes)) {}

DatagramTransport::~DatagramTransport() {
    if (is_open_) sockets->close(socket_);
    give_back(*allocator, reply_);
    give_back(*allocator, call_);
}

Result<Endpoint, SocketError> DatagramTransport::open() {
    socket_ = TRY(sockets->open(net::Sockets::Kind::datagram));
    is_open_ = true;
    Endpoint const local = TRY(sockets->bind(socket_, {address, port}));
    TRY(sockets->watch(socket_));
    return local;
}

bool DatagramTransport::receive(u32 socket, Dispatcher& dispatcher) {
    if (!is_open_ || socket != socket_) return false;
    auto const received = sockets->receive_from(socket_, call_);
    if (received.is_error()) return true; // the caller sends it again
    caller_ = received.value().sender;
    XdrMemory message(call_.first(received.value().bytes), XdrStream::Operation::decode,
                      &*allocator);
    dispatcher.dispatch(message, *this);
    return true;
}

Result<void, XdrError> DatagramTransport::send(XdrValue& reply) {
    XdrMemory stream(reply_, XdrStream::Operation::encode);
    TRY(reply.transfer(stream));
    if (sockets->send_to(socket_, reply_.first(stream.position()), caller_).is_error())
        return XdrError{XdrError::broken};
    return {};
}

} // namespace flat::rpc
