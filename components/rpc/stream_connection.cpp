// SPDX-License-Identifier: BSD-2-Clause
// A connection on which a server receives calls.
#include <rpc/stream_connection.hpp>

#include <flat/rpc/xdr_value.hpp>

namespace flat::rpc {

using Operation = XdrStream::Operation;

namespace {

/// One of the two buffers after a connection, in the same memory.
Span<u8> buffer_after(StreamConnection* connection, u32 bytes, usize index) {
    u8* const first = reinterpret_cast<u8*>(connection + 1);
    return Span<u8>(first + index * bytes, bytes);
}

} // namespace

usize StreamConnection::bytes(ConnectionLimits const& limits) {
    return sizeof(StreamConnection) + 2 * usize{limits.fragment_bytes};
}

StreamConnection::StreamConnection(u32 socket, net::Sockets& sockets, memory::Allocator& allocator,
                                   ConnectionLimits const& limits)
    : socket_(socket), sockets_(sockets), patience_ns_(limits.patience_ns),
      stream_(buffer_after(this, limits.fragment_bytes, 0),
              buffer_after(this, limits.fragment_bytes, 1), limits.record_bytes, *this,
              &allocator) {}

StreamConnection::~StreamConnection() {
    sockets_.close(socket_);
}

bool StreamConnection::receive(Dispatcher& dispatcher) {
    do {
        stream_.set_operation(Operation::decode);
        dispatcher.dispatch(stream_, *this);
        if (stream_.skip_record().is_error() || stream_.is_broken()) return false;
    } while (is_usable_ && stream_.has_input());
    return is_usable_;
}

Result<void, XdrError> StreamConnection::send(XdrValue& reply) {
    if (!is_usable_ || stream_.is_broken()) return XdrError{XdrError::broken};
    stream_.set_operation(Operation::encode);
    auto const encoded = reply.transfer(stream_);
    auto const sent = encoded.is_ok() ? stream_.end_record() : encoded;
    stream_.set_operation(Operation::decode);
    if (sent.is_ok()) return {};
    if (!stream_.discard_record()) is_usable_ = false;
    return is_usable_ ? sent : XdrError{XdrError::broken};
}

Result<usize, XdrError> StreamConnection::read(Span<u8> bytes) {
    auto const waited = sockets_.wait_readable(socket_, patience_ns_);
    if (waited.is_error() || waited.value() == 0) return XdrError{XdrError::broken};
    auto const received = sockets_.receive(socket_, bytes);
    if (received.is_error()) return XdrError{XdrError::broken};
    return received.value();
}

Result<void, XdrError> StreamConnection::write(Span<u8 const> bytes) {
    while (!bytes.is_empty()) {
        auto const sent = sockets_.send(socket_, bytes);
        if (sent.is_error()) return XdrError{XdrError::broken};
        bytes = bytes.after(sent.value());
    }
    return {};
}

} // namespace flat::rpc
