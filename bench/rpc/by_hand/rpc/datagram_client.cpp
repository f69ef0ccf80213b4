// SPDX-License-Identifier: BSD-2-Clause
// The client of bench.x by datagrams as a person would specialise it, in place of the general one.
#include <rpc/datagram_client.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <rpc/messages/message_buffer.hpp>
#include <rpc/messages/outcome.hpp>
#include <rpc/xdr/xdr_memory.hpp>

namespace flat::rpc {

namespace {

constexpr u64 ns_per_ms = 1'000'000;
constexpr usize procedure_offset = 20;
constexpr usize arguments_offset = 40; // credential and verifier are empty
constexpr usize results_offset = 24;

/// What stands between the transaction and the results of a call that went well.
constexpr u8 success[results_offset - 4] = {0, 0, 0, 1};

void encode(i32 const* values, u8* bytes, u32 count) {
    for (u32 index = 0; index < count; ++index)
        store_big_endian(bytes + index * sizeof(u32), static_cast<u32>(values[index]));
}

void decode(u8 const* bytes, i32* values, u32 count) {
    for (u32 index = 0; index < count; ++index)
        values[index] = static_cast<i32>(load_big_endian(bytes + index * sizeof(u32)));
}

} // namespace

DatagramClient::DatagramClient(Ports const& ports, Attributes const& attributes)
    : DatagramClientComponent(ports, attributes), server_{address, port}, transaction_(transaction),
      call_(take_message_buffer(*allocator, message_bytes)),
      reply_(take_message_buffer(*allocator, message_bytes)) {
    auto const opened = sockets->open(net::Sockets::Kind::datagram);
    if (opened.is_error()) panic("there is no socket for the calls of program {}", program);
    socket_ = opened.value();
    CallHeader header;
    header.program = program;
    header.version = version;
    XdrMemory stream(call_, XdrStream::Operation::encode);
    bool const is_encoded = xdr_call_prefix(stream, header).is_ok() &&
                            stream.put_word(header.procedure).is_ok() &&
                            auth->marshal(stream).is_ok();
    if (!is_encoded || stream.position() != arguments_offset)
        panic("only calls without authentication are known here");
}

DatagramClient::~DatagramClient() {
    sockets->close(socket_);
    give_back(*allocator, reply_);
    give_back(*allocator, call_);
}

Result<i32, RpcError> DatagramClient::min(bench::Pair pair, u64 timeout_ns) {
    begin(bench::BenchVersionProcedure::min);
    u8* const arguments = call_.data() + arguments_offset;
    if (call_.size() < arguments_offset + sizeof pair)
        return RpcError{RpcError::cant_encode_arguments};
    store_big_endian(arguments, static_cast<u32>(pair.first));
    store_big_endian(arguments + sizeof(u32), static_cast<u32>(pair.second));
    TRY(exchange(arguments_offset + sizeof pair, timeout_ns));
    if (has_plain_results(sizeof(i32))) {
        details_ = {};
        return static_cast<i32>(load_big_endian(reply_.data() + results_offset));
    }
    i32 smaller = 0;
    XdrPlace<i32, xdr_i32> results(smaller);
    TRY(decode_generally(results));
    return smaller;
}

Result<void, RpcError> DatagramClient::echo(bench::Numbers const& numbers, bench::Numbers& result,
                                            u64 timeout_ns) {
    begin(bench::BenchVersionProcedure::echo);
    usize const bytes = arguments_offset + sizeof(u32) + numbers.count * sizeof(i32);
    bool const has_numbers = numbers.values || numbers.count == 0;
    if (numbers.count > bench::numbers_max || bytes > call_.size() || !has_numbers)
        return RpcError{RpcError::cant_encode_arguments};
    u8* const arguments = call_.data() + arguments_offset;
    store_big_endian(arguments, numbers.count);
    encode(numbers.values, arguments + sizeof(u32), numbers.count);
    TRY(exchange(bytes, timeout_ns));
    u8 const* const results = reply_.data() + results_offset;
    u32 const count =
        has_plain_results(sizeof(u32)) ? load_big_endian(results) : bench::numbers_max + 1;
    if (count > bench::numbers_max || !result.values ||
        !has_plain_results((usize{count} + 1) * 4)) {
        bench::NumbersPlace place(result);
        return decode_generally(place);
    }
    details_ = {};
    result.count = count;
    decode(results + sizeof(u32), result.values, count);
    return {};
}

Result<void, RpcError> DatagramClient::call(u32, XdrValue&, XdrValue&, u64) {
    return RpcError{RpcError::cant_encode_arguments};
}

void DatagramClient::free_results(XdrValue& results) {
    XdrMemory stream({}, XdrStream::Operation::free, &*allocator);
    static_cast<void>(results.transfer(stream)); // freeing does not fail
}

/// Makes the header that of another transaction.
void DatagramClient::begin(bench::BenchVersionProcedure procedure) {
    store_big_endian(call_.data(), ++transaction_);
    store_big_endian(call_.data() + procedure_offset, static_cast<u32>(procedure));
}

/// Sends the call, and again whenever its time has passed, until the reply is there.
Result<void, RpcError> DatagramClient::exchange(usize call_bytes, u64 timeout_ns) {
    u64 left_ns = timeout_ns;
    for (;;) {
        if (sockets->send_to(socket_, call_.first(call_bytes), server_).is_error())
            return RpcError{RpcError::cant_send};
        u64 const patience_ns = flat::min(left_ns, retry_ms * ns_per_ms);
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

/// Whether the reply says that all went well, and so many bytes of results are in it.
bool DatagramClient::has_plain_results(usize bytes) const {
    return reply_bytes_ >= results_offset + bytes &&
           memcmp(reply_.data() + sizeof transaction_, success, sizeof success) == 0;
}

/// Decodes any reply, as the general client does.
Result<void, RpcError> DatagramClient::decode_generally(XdrValue& results) {
    XdrMemory stream(reply_.first(reply_bytes_), XdrStream::Operation::decode, &*allocator);
    ReplyMessage reply(results);
    if (reply.transfer(stream).is_error()) return RpcError{RpcError::cant_decode_results};
    return outcome_of(reply, *auth, details_);
}

} // namespace flat::rpc
