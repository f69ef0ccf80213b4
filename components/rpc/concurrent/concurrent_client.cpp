// SPDX-License-Identifier: BSD-2-Clause
// Calls of one remote program on a connection (TCP), several at once.
#include <rpc/concurrent/concurrent_client.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/panic.hpp>
#include <rpc/messages/message_buffer.hpp>
#include <rpc/messages/outcome.hpp>
#include <rpc/xdr/xdr_memory.hpp>

namespace flat::rpc::concurrent {

using Operation = XdrStream::Operation;
using Turn = CallTable::Turn;
using net::SocketError;

ConcurrentClient::ConcurrentClient(Ports const& ports, Attributes const& attributes)
    : ConcurrentClientComponent(ports, attributes), sending_(*threads), server_{address, port},
      transaction_(transaction), out_(take_message_buffer(*allocator, fragment_bytes)),
      calls_(out_, {}, 0, *this, &*allocator), in_(take_message_buffer(*allocator, fragment_bytes)),
      replies_({}, in_, record_bytes, *this, &*allocator), credentials_(*threads) {
    CallHeader header;
    header.program = program;
    header.version = version;
    XdrMemory prefix(prefix_, Operation::encode);
    if (xdr_call_prefix(prefix, header).is_error())
        panic("the beginning of a call does not fit into {} bytes", prefix_bytes);
    replies_.set_operation(Operation::decode);
}

ConcurrentClient::~ConcurrentClient() {
    disconnect();
    give_back(*allocator, in_);
    give_back(*allocator, out_);
}

Result<void, RpcError> ConcurrentClient::call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                              u64 timeout_ns) {
    for (u32 refusals = 0;; ++refusals) {
        WaitingCall sent;
        auto const outcome = call_once(sent, procedure, arguments, results, timeout_ns);
        bool const is_refused =
            outcome.is_error() && outcome.error() == RpcError{RpcError::authentication};
        if (!is_refused || refusals == refreshes_max) return outcome;
        WaitingLock::Guard const guard(credentials_);
        if (refreshes_ != sent.refreshes) continue; // another one's was refused, too
        if (!auth->refresh()) return outcome;
        ++refreshes_;
    }
}

void ConcurrentClient::free_results(XdrValue& results) {
    XdrMemory stream({}, Operation::free, &*allocator);
    static_cast<void>(results.transfer(stream)); // freeing does not fail
}

void ConcurrentClient::redirect(net::Endpoint const& server) {
    WaitingLock::Guard const guard(sending_);
    if (server == server_) return;
    server_ = server;
    table_.lose();
    threads->notify_all(condition());
}

Result<void, RpcError> ConcurrentClient::call_once(WaitingCall& call, u32 procedure,
                                                   XdrValue& arguments, XdrValue& results,
                                                   u64 timeout_ns) {
    TimedWait const time(*alarms, *threads, condition(), timeout_ns);
    u32 const replies_before = replies_count_.load();
    TRY(send(call, procedure, arguments, time));
    if (timeout_ns != 0) return await({call, results, time, replies_before});
    (void)table_.remove(call); // it may be lost already
    return RpcError{RpcError::timed_out};
}

/// An old connection ends when its reader has left it. Nobody else is kept from sending meanwhile.
Result<void, RpcError> ConcurrentClient::send(WaitingCall& call, u32 procedure, XdrValue& arguments,
                                              TimedWait const& time) {
    for (;;) {
        TRY(await_end(time));
        WaitingLock::Guard const guard(sending_);
        bool const is_new = table_.is_lost();
        if (is_new && !table_.restart()) continue; // it has been lost since, and has a reader
        if (is_new) TRY(connect());
        return transmit(call, procedure, arguments);
    }
}

Result<void, RpcError> ConcurrentClient::await_end(TimedWait const& time) {
    for (;;) {
        u64 const ticket = threads->ticket();
        if (!table_.is_ending()) return {};
        if (time.left_ns() == 0) return RpcError{RpcError::timed_out};
        if (!threads->wait(condition(), ticket)) return RpcError{RpcError::cant_connect};
    }
}

/// Callers send, and nobody reads.
Result<void, RpcError> ConcurrentClient::connect() {
    disconnect();
    auto const opened = sockets->open(net::Sockets::Kind::stream);
    if (opened.is_ok()) {
        socket_ = opened.value();
        is_connected_ = true;
        calls_.restart();
        replies_.restart();
        if (sockets->connect(socket_, server_).is_ok()) return {};
    }
    table_.lose();
    disconnect();
    return RpcError{RpcError::cant_connect};
}

void ConcurrentClient::disconnect() {
    if (exchange(is_connected_, false)) sockets->close(socket_);
}

/// Sends a call as a transaction of its own, which is awaited from before that on. Arguments that
/// cannot be encoded cost the connection only if a part of them was sent.
Result<void, RpcError> ConcurrentClient::transmit(WaitingCall& call, u32 procedure,
                                                  XdrValue& arguments) {
    if (++transaction_ == 0) ++transaction_; // which records have that are too short for one
    call.transaction = transaction_;
    if (!table_.add(call)) return RpcError{RpcError::cant_send};
    bool const is_encoded = encode(call, procedure, arguments).is_ok();
    if (is_encoded && calls_.end_record().is_ok()) return {};
    (void)table_.remove(call);
    bool const is_broken = calls_.is_broken();
    if (is_broken || !calls_.discard_record()) {
        table_.lose();
        threads->notify_all(condition());
    }
    return RpcError{is_broken ? RpcError::cant_send : RpcError::cant_encode_arguments};
}

XdrResult ConcurrentClient::encode(WaitingCall& call, u32 procedure, XdrValue& arguments) {
    store_big_endian(prefix_, call.transaction);
    TRY(calls_.put_bytes(prefix_));
    TRY(calls_.put_word(procedure));
    {
        WaitingLock::Guard const guard(credentials_); // nothing is sent meanwhile: it fits
        call.refreshes = refreshes_;
        TRY(auth->marshal(calls_));
    }
    return arguments.transfer(calls_);
}

Result<void, RpcError> ConcurrentClient::await(Waiting const& waiting) {
    for (;;) {
        u64 const ticket = threads->ticket();
        switch (table_.turn_of(waiting.call)) {
        case Turn::lost:
            return RpcError{RpcError::cant_receive};
        case Turn::decode:
            return decode(waiting);
        case Turn::read:
            if (auto const failure = look_for_reply(waiting)) return *failure;
            break;
        case Turn::wait:
            bool const is_over = waiting.time.left_ns() == 0;
            if (!is_over && threads->wait(condition(), ticket)) break;
            if (!table_.remove(waiting.call)) break; // it has ended otherwise meanwhile
            return RpcError{is_over ? RpcError::timed_out : RpcError::cant_receive};
        }
    }
}

/// As the reader, reads until a reply is known to be somebody's. The failure, if its own call has
/// ended without one.
Maybe<RpcError> ConcurrentClient::look_for_reply(Waiting const& waiting) {
    time_ = &waiting.time;
    read_failure_ = RpcError{RpcError::cant_receive};
    while (!table_.is_lost() && await_record(waiting)) {
        read_header();
        if (replies_.is_broken()) break;
        replies_count_.fetch_add(1);
        if (!table_.hand_over(reply_.transaction)) continue;
        threads->notify_all(condition());
        return nothing;
    }
    RpcError const failure = read_failure_;
    (void)table_.remove(waiting.call);
    if (replies_.is_broken()) table_.lose();
    leave_as_reader();
    return failure;
}

/// Whether another record begins. Between two of them the connection outlives a thread that waits
/// no longer, unless nothing has come for as long as that has waited.
bool ConcurrentClient::await_record(Waiting const& waiting) {
    if (replies_.skip_record().is_error()) return false;
    if (replies_.has_input()) return true;
    auto const left = sockets->wait_readable(socket_, waiting.time.left_ns());
    if (left.is_ok() && left.value() != 0) return true;
    if (left.is_ok()) read_failure_ = RpcError{RpcError::timed_out};
    bool const is_gone = left.is_error() && left.error() == SocketError{SocketError::failed};
    bool const is_slow = left.is_ok() && replies_count_.load() != waiting.replies_before;
    if (!is_gone && !is_slow) table_.lose();
    return false;
}

/// A record that is too short for a transaction is nobody's.
void ConcurrentClient::read_header() {
    is_decoded_ = false;
    reply_.transaction = 0;
    is_decoded_ = reply_.transfer(replies_).is_ok();
}

/// As the reader, whose reply is the one that is being read.
Result<void, RpcError> ConcurrentClient::decode(Waiting const& waiting) {
    time_ = &waiting.time;
    read_failure_ = RpcError{RpcError::cant_receive};
    Result<void, RpcError> outcome = RpcError{RpcError::cant_decode_results};
    if (is_decoded_) {
        Details details{};
        WaitingLock::Guard const guard(credentials_);
        outcome = outcome_of(reply_, *auth, details);
        *details_.lock() = details;
    }
    if (outcome.is_ok() && waiting.results.transfer(replies_).is_error())
        outcome = replies_.is_broken() ? read_failure_ : RpcError{RpcError::cant_decode_results};
    if (replies_.is_broken()) table_.lose();
    leave_as_reader();
    return outcome;
}

void ConcurrentClient::leave_as_reader() {
    time_ = nullptr;
    table_.leave();
    threads->notify_all(condition());
}

Result<usize, XdrError> ConcurrentClient::read(Span<u8> bytes) {
    constexpr XdrError failure{XdrError::broken};
    auto const waited = sockets->wait_readable(socket_, time_->left_ns());
    if (waited.is_error()) return failure;
    if (waited.value() == 0) {
        read_failure_ = RpcError{RpcError::timed_out};
        return failure;
    }
    auto const received = sockets->receive(socket_, bytes);
    if (received.is_error()) return failure;
    return received.value();
}

Result<void, XdrError> ConcurrentClient::write(Span<u8 const> bytes) {
    while (!bytes.is_empty()) {
        auto const sent = sockets->send(socket_, bytes);
        if (sent.is_error()) return XdrError{XdrError::broken};
        bytes = bytes.after(sent.value());
    }
    return {};
}

} // namespace flat::rpc::concurrent
