// SPDX-License-Identifier: BSD-2-Clause
// The stubs of bench.x that are measured, for the client that is specialised by hand.
#include <rpc/bench_client.x.hpp>

#include <rpc/datagram_client.hpp>

namespace flat::rpc::bench {

namespace {

DatagramClient& specialised(Client& client) {
    return static_cast<DatagramClient&>(client);
}

} // namespace

Result<i32, RpcError> min_1(Client& client, Pair pair, u64 timeout_ns) {
    return specialised(client).min(pair, timeout_ns);
}

Result<void, RpcError> echo_1(Client& client, Numbers& numbers, Numbers& result, u64 timeout_ns) {
    return specialised(client).echo(numbers, result, timeout_ns);
}

} // namespace flat::rpc::bench
