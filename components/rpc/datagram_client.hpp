// SPDX-License-Identifier: BSD-2-Clause
// Calls of one remote program by datagrams (UDP), sent again until they are answered.
#pragma once

#include <core/utility.hpp>
#include <rpc/datagram_client.flat.hpp>
#include <rpc/xdr/xdr_memory.hpp>

namespace flat::rpc {

/// A call and its reply are one datagram each. The beginning of the call, which is the same every
/// time, is encoded once. What does not answer the last call is ignored, and so is what others than
/// the server send.
class DatagramClient : public DatagramClientComponent, NonCopyable {
public:
    DatagramClient(Ports const& ports, Attributes const& attributes);
    ~DatagramClient();

    Result<void, RpcError> call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                u64 timeout_ns) override;
    Details details() override { return details_; }
    void free_results(XdrValue& results) override;
    void redirect(net::Endpoint const& server) override { server_ = server; }

private:
    Result<void, RpcError> encode(u32 procedure, XdrValue& arguments);
    Result<void, RpcError> exchange(u64 timeout_ns);
    Result<bool, RpcError> await_reply(u64 patience_ns);
    Result<void, RpcError> decode(XdrValue& results);

    net::Endpoint server_;
    u32 socket_;
    u32 transaction_;
    Span<u8> call_;          // where calls are encoded
    Span<u8> reply_;         // where replies are received
    usize reply_bytes_ = 0;  // the size of the last
    XdrMemory call_stream_;  // over `call_`
    usize prefix_bytes_ = 0; // of each call: what was encoded once
    Details details_{};
};

} // namespace flat::rpc
