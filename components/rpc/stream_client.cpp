// SPDX-License-Identifier: BSD-2-Clause
// Calls of one remote program as records on a connection (TCP).
#include <rpc/stream_client.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/panic.hpp>
#include <rpc/messages/message_buffer.hpp>
#include <rpc/messages/outcome.hpp>
#include <rpc/xdr/xdr_memory.hpp>

namespace flat::rpc {

using Operation = XdrStream::Operation;

StreamClient::StreamClient(Ports const& ports, Attributes const& attributes)
    : StreamClientComponent(ports, attributes), server_{address, port}, transaction_(transaction),
      out_(take_message_buffer(*allocator, fragment_bytes)),
      in_(take_message_buffer(*allocator, fragment_bytes)),
      stream_(out_, in_, record_bytes, *this, &*allocator) {
    CallHeader header;
    header.program = program;
    header.version = version;
    XdrMemory prefix(prefix_, Operation::encode);
    if (xdr_call_prefix(prefix, header).is_error())
        panic("the beginning of a call does not fit into {} bytes", prefix_bytes);
}

StreamClient::~StreamClient() {
    disconnect();
    give_back(*allocator, in_);
    give_back(*allocator, out_);
}

Result<void, RpcError> StreamClient::call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                          u64 timeout_ns) {
    for (u32 refreshes = 0;; ++refreshes) {
        TRY(connect());
        TRY(send(procedure, arguments));
        if (timeout_ns == 0) return RpcError{RpcError::timed_out};
        left_ns_ = timeout_ns;
        auto const outcome = receive(results);
        if (stream_.is_broken()) disconnect();
        bool const is_refused =
            outcome.is_error() && outcome.error() == RpcError{RpcError::authentication};
        if (!is_refused || refreshes == refreshes_max || !auth->refresh()) return outcome;
    }
}

void StreamClient::free_results(XdrValue& results) {
    XdrMemory stream({}, Operation::free, &*allocator);
    static_cast<void>(results.transfer(stream)); // freeing does not fail
}

void StreamClient::redirect(net::Endpoint const& server) {
    disconnect();
    server_ = server;
}

Result<void, RpcError> StreamClient::connect() {
    if (is_connected_) return {};
    auto const opened = sockets->open(net::Sockets::Kind::stream);
    if (opened.is_error()) return RpcError{RpcError::cant_connect};
    socket_ = opened.value();
    is_connected_ = true;
    stream_.restart();
    if (sockets->connect(socket_, server_).is_ok()) return {};
    disconnect();
    return RpcError{RpcError::cant_connect};
}

void StreamClient::disconnect() {
    if (is_connected_) sockets->close(socket_);
    is_connected_ = false;
}

/// Sends a call as a transaction of its own. Arguments that cannot be encoded cost the connection
/// only if a part of them was sent.
Result<void, RpcError> StreamClient::send(u32 procedure, XdrValue& arguments) {
    stream_.set_operation(Operation::encode);
    bool const is_encoded = encode(procedure, arguments).is_ok();
    if (is_encoded && stream_.end_record().is_ok()) return {};
    bool const is_lost = stream_.is_broken();
    if (is_lost || !stream_.discard_record()) disconnect();
    return RpcError{is_lost ? RpcError::cant_send : RpcError::cant_encode_arguments};
}

XdrResult StreamClient::encode(u32 procedure, XdrValue& arguments) {
    store_big_endian(prefix_, ++transaction_);
    TRY(stream_.put_bytes(prefix_));
    TRY(stream_.put_word(procedure));
    TRY(auth->marshal(stream_));
    return arguments.transfer(stream_);
}

Result<void, RpcError> StreamClient::receive(XdrValue& results) {
    stream_.set_operation(Operation::decode);
    XdrNothing later;
    ReplyMessage reply(later);
    TRY(find_reply(reply));
    TRY(outcome_of(reply, *auth, details_));
    if (results.transfer(stream_).is_ok()) return {};
    return stream_.is_broken() ? read_failure_ : RpcError{RpcError::cant_decode_results};
}

/// Reads records until one answers the last call; those that do not, answer calls that were only
/// sent.
Result<void, RpcError> StreamClient::find_reply(ReplyMessage& reply) {
    read_failure_ = RpcError{RpcError::cant_receive};
    for (;;) {
        if (stream_.skip_record().is_error()) return read_failure_;
        reply.transaction = transaction_ - 1;
        bool const is_decoded = reply.transfer(stream_).is_ok();
        if (stream_.is_broken()) return read_failure_;
        if (reply.transaction != transaction_) continue;
        if (is_decoded) return {};
        return RpcError{RpcError::cant_decode_results};
    }
}

Result<usize, XdrError> StreamClient::read(Span<u8> bytes) {
    constexpr XdrError failure{XdrError::broken};
    auto const waited = sockets->wait_readable(socket_, left_ns_);
    if (waited.is_error()) return failure;
    left_ns_ = waited.value();
    if (left_ns_ == 0) {
        read_failure_ = RpcError{RpcError::timed_out};
        return failure;
    }
    auto const received = sockets->receive(socket_, bytes);
    if (received.is_error()) return failure;
    return received.value();
}

Result<void, XdrError> StreamClient::write(Span<u8 const> bytes) {
    while (!bytes.is_empty()) {
        auto const sent = sockets->send(socket_, bytes);
        if (sent.is_error()) return XdrError{XdrError::broken};
        bytes = bytes.after(sent.value());
    }
    return {};
}

} // namespace flat::rpc
