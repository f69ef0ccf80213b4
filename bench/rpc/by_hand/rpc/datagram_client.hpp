// SPDX-License-Identifier: BSD-2-Clause
// The client of bench.x by datagrams as a person would specialise it, in place of the general one.
#pragma once

#include <core/utility.hpp>
#include <rpc/bench.x.hpp>
#include <rpc/datagram_client.flat.hpp>

namespace flat::rpc {

/// Knows the two procedures that are measured, calls without authentication, and where everything
/// lies in a message. What is the same in all calls is encoded once; replies that are not plain
/// successes are decoded by the general code. It sends and returns what the general client does.
class DatagramClient : public DatagramClientComponent, NonCopyable {
public:
    DatagramClient(Ports const& ports, Attributes const& attributes);
    ~DatagramClient();

    Result<i32, RpcError> min(bench::Pair pair, u64 timeout_ns);
    Result<void, RpcError> echo(bench::Numbers const& numbers, bench::Numbers& result,
                                u64 timeout_ns);

    /// Fails: other procedures are not known here.
    Result<void, RpcError> call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                u64 timeout_ns) override;
    Details details() override { return details_; }
    void free_results(XdrValue& results) override;
    void redirect(net::Endpoint const& server) override { server_ = server; }

private:
    void begin(bench::BenchVersionProcedure procedure);
    Result<void, RpcError> exchange(usize call_bytes, u64 timeout_ns);
    Result<bool, RpcError> await_reply(u64 patience_ns);
    bool has_plain_results(usize bytes) const;
    Result<void, RpcError> decode_generally(XdrValue& results);

    net::Endpoint server_;
    u32 socket_;
    u32 transaction_;
    Span<u8> call_;         // with a header already
    Span<u8> reply_;        // where replies are received
    usize reply_bytes_ = 0; // the size of the last
    Details details_{};
};

} // namespace flat::rpc
