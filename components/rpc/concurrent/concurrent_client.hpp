// SPDX-License-Identifier: BSD-2-Clause
// Calls of one remote program on a connection (TCP), several at once.
#pragma once

#include <core/maybe.hpp>
#include <core/timed_wait.hpp>
#include <core/utility.hpp>
#include <core/waiting_lock.hpp>
#include <rpc/concurrent/call_table.hpp>
#include <rpc/concurrent/concurrent_client.flat.hpp>
#include <rpc/messages/message.hpp>
#include <rpc/xdr/xdr_record.hpp>

namespace flat::rpc::concurrent {

/// What `StreamClient` does for one thread, for any number of them: calls are sent one after the
/// other, and answered in any order. The connection is made for the first call; it is given up when
/// something goes wrong on it, or nothing comes as long as somebody waits, and then all calls that
/// wait fail. Replies that nobody awaits are skipped. Arguments and results are encoded and decoded
/// by the thread that calls.
class ConcurrentClient : public ConcurrentClientComponent, private RecordPipe, NonCopyable {
public:
    ConcurrentClient(Ports const& ports, Attributes const& attributes);
    ~ConcurrentClient();

    Result<void, RpcError> call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                u64 timeout_ns) override;
    Details details() override { return *details_.lock(); }
    void free_results(XdrValue& results) override;

    /// Calls that wait for replies of another server fail; the one that reads only when something
    /// comes, the connection ends, or its time is over. Others wait for that, as long as their own
    /// time lasts, before they make another connection. It is so, too, when arguments cannot be
    /// encoded after a part of them was sent.
    void redirect(net::Endpoint const& server) override;

private:
    static constexpr usize prefix_bytes = 20; // transaction, kind, protocol, program, version

    /// How a reply is waited for.
    struct Waiting {
        WaitingCall& call;
        XdrValue& results;
        TimedWait const& time;
        u32 replies_before; // that had come when it was sent
    };

    Result<usize, XdrError> read(Span<u8> bytes) override;
    Result<void, XdrError> write(Span<u8 const> bytes) override;

    Result<void, RpcError> call_once(WaitingCall& call, u32 procedure, XdrValue& arguments,
                                     XdrValue& results, u64 timeout_ns);
    Result<void, RpcError> await_end(TimedWait const& time);
    Result<void, RpcError> connect();
    void disconnect();
    Result<void, RpcError> send(WaitingCall& call, u32 procedure, XdrValue& arguments,
                                TimedWait const& time);
    Result<void, RpcError> transmit(WaitingCall& call, u32 procedure, XdrValue& arguments);
    XdrResult encode(WaitingCall& call, u32 procedure, XdrValue& arguments);
    Result<void, RpcError> await(Waiting const& waiting);
    Maybe<RpcError> look_for_reply(Waiting const& waiting);
    bool await_record(Waiting const& waiting);
    Result<void, RpcError> decode(Waiting const& waiting);
    void read_header();
    void leave_as_reader();
    u64 condition() const { return address_of(&table_); }

    CallTable table_;

    // Of the thread that sends.
    WaitingLock sending_;
    net::Endpoint server_;
    bool is_connected_ = false;
    u32 transaction_;
    Span<u8> out_;
    XdrRecord calls_;
    u8 prefix_[prefix_bytes];

    u32 socket_ = 0; // changes only as long as nobody reads

    // Of the reader.
    Span<u8> in_;
    XdrRecord replies_;
    XdrNothing later_;
    ReplyMessage reply_{later_};
    bool is_decoded_ = false;         // the reply's header
    TimedWait const* time_ = nullptr; // of the thread that reads
    RpcError read_failure_{RpcError::cant_receive};
    Atomic<u32> replies_count_ = 0;

    WaitingLock credentials_;
    u32 refreshes_ = 0; // of credentials
    Guarded<Details> details_;
};

} // namespace flat::rpc::concurrent
