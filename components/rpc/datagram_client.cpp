// SPDX-License-Identifier: BSD-2-Clause
// Calls of one remote program by datagrams (UDP), sent again until they are answered.
#include <rpc/datagram_client.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/panic.hpp>
#include <rpc/messages/message_buffer.hpp>
#include <rpc/messages/outcome.hpp>

namespace flat::rpc {

namespace {

constexpr u64 ns_per_ms = 1'000'000;

} // namespace

DatagramClient::DatagramClient(Ports const& ports, Attributes const& attributes)
    : DatagramClientComponent(ports, attributes), server_{address, port}, transaction_(transaction),
      call_(take_message_buffer(*allocator, message_bytes)),
      reply_(take_message_buffer(*allocator, message_bytes)),
      call_stream_(call_, XdrStream::Operation::encode) {
    auto const opened = sockets->open(net::Sockets::Kind::datagram);
    if (opened.is_error()) panic("there is no socket for the calls of program {}", program);
    socket_ = opened.value();
    CallHeader header;
    header.program = program;
    header.version = version;
    if (xdr_call_prefix(call_stream_, header).is_error())
        panic("the beginning of a call does not fit into {} bytes", message_bytes);
    prefix_bytes_ = call_stream_.position();
}

DatagramClient::~DatagramClient() {
    sockets->close(socket_);
    give_back(*allocator, reply_);
    give_back(*allocator, call_);
}

Result<void, RpcError> DatagramClient::call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                            u64 timeout_ns) {
    for (u32 refreshes = 0;; ++refreshes) {
        TRY(encode(procedure, arguments));
        TRY(exchange(timeout_ns));
        auto const outcome = decode(results);
        bool const is_refused =
            outcome.is_error() && outcome.error() == RpcError{RpcError::authentication};
        if (!is_refused || refreshes == refreshes_max || !auth->refresh()) return outcome;
    }
}

void DatagramClient::free_results(XdrValue& results) {
    XdrMemory stream({}, XdrStream::Operation::free, &*allocator);
    static_cast<void>(results.transfer(stream)); // freeing does not fail
}

/// Puts a call after its beginning, as a transaction of its own.
Result<void, RpcError> DatagramClient::encode(u32 procedure, XdrValue& arguments) {
    constexpr RpcError failure{RpcError::cant_encode_arguments};
    store_big_endian(call_.data(), ++transaction_);
    if (call_stream_.set_position(prefix_bytes_).is_error()) return failure;
    if (call_stream_.put_word(procedure).is_error()) return failure;
    if (auth->marshal(call_stream_).is_error()) return failure;
    if (arguments.transfer(call_stream_).is_error()) return failure;
    return {};
}

/// Sends the call, and again whenever its time has passed, until the reply is there.
Result<void, RpcError> DatagramClient::exchange(u64 timeout_ns) {
    u64 left_ns = timeout_ns;
    for (;;) {
        Span<u8 const> const message = call_.first(call_stream_.position());
        if (sockets->send_to(socket_, message, server_).is_error())
            return RpcError{RpcError::cant_send};
        u64 const patience_ns = min(left_ns, retry_ms * ns_per_ms);
        if (patience_ns == 0) return RpcError{RpcError::timed_out};
        if (TRY(await_reply(patience_ns))) return {};
        left_ns -= patience_ns;
    }
}

/// Whether the reply to the last transaction comes in so many nanoseconds.
Result<bool, RpcError> DatagramClient::await_reply(u64 patience_ns) {
    constexpr RpcError failure{RpcError::cant_receive};
    for (u64 left_ns = patience_ns;;) {
        auto const waited = sockets->wait_readable(socket_, left_ns);
        if (waited.is_error()) return failure;
        left_ns = waited.value();
        if (left_ns == 0) return false;
        auto const received = sockets->receive_from(socket_, reply_);
        if (received.is_error()) return failure;
        reply_bytes_ = received.value().bytes;
        if (reply_bytes_ < sizeof transaction_ || received.value().sender != server_) continue;
        if (load_big_endian(reply_.data()) == transaction_) return true;
    }
}

Result<void, RpcError> DatagramClient::decode(XdrValue& results) {
    XdrMemory stream(reply_.first(reply_bytes_), XdrStream::Operation::decode, &*allocator);
    ReplyMessage reply(results);
    if (reply.transfer(stream).is_error()) return RpcError{RpcError::cant_decode_results};
    return outcome_of(reply, *auth, details_);
}

} // namespace flat::rpc
