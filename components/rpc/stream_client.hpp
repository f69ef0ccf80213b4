// SPDX-License-Identifier: BSD-2-Clause
// Calls of one remote program as records on a connection (TCP).
#pragma once

#include <core/utility.hpp>
#include <rpc/messages/message.hpp>
#include <rpc/stream_client.flat.hpp>
#include <rpc/xdr/xdr_record.hpp>

namespace flat::rpc {

/// A call and its reply are one record each. The connection is made for the first call and stays;
/// it is given up when something goes wrong on it, and the next call makes another one. The
/// beginning of the call, which is the same every time, is encoded once.
class StreamClient : public StreamClientComponent, private RecordPipe, NonCopyable {
public:
    StreamClient(Ports const& ports, Attributes const& attributes);
    ~StreamClient();

    Result<void, RpcError> call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                u64 timeout_ns) override;
    Details details() override { return details_; }
    void free_results(XdrValue& results) override;
    void redirect(net::Endpoint const& server) override;

private:
    static constexpr usize prefix_bytes = 20; // transaction, kind, protocol, program, version

    Result<usize, XdrError> read(Span<u8> bytes) override;
    Result<void, XdrError> write(Span<u8 const> bytes) override;

    Result<void, RpcError> connect();
    void disconnect();
    Result<void, RpcError> send(u32 procedure, XdrValue& arguments);
    XdrResult encode(u32 procedure, XdrValue& arguments);
    Result<void, RpcError> receive(XdrValue& results);
    Result<void, RpcError> find_reply(ReplyMessage& reply);

    net::Endpoint server_;
    u32 socket_ = 0;
    bool is_connected_ = false;
    u32 transaction_;
    u64 left_ns_ = 0; // for the reply that is awaited
    RpcError read_failure_{RpcError::cant_receive};
    Span<u8> out_;
    Span<u8> in_;
    XdrRecord stream_;
    u8 prefix_[prefix_bytes];
    Details details_{};
};

} // namespace flat::rpc
