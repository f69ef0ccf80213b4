// SPDX-License-Identifier: BSD-2-Clause
// The client's stubs of bench.x, as rpcgen would make them of it.
#pragma once

#include <flat/rpc/client.hpp>
#include <rpc/bench_protocol.hpp>

namespace flat::rpc {

/// Asks whether the server is there.
Result<void, RpcError> bench_null(Client& client, u64 timeout_ns);

/// The smaller of two numbers.
Result<i32, RpcError> bench_min(Client& client, Pair pair, u64 timeout_ns);

/// Sends numbers and receives the same; `result` has a place for `numbers_max` of them, or none:
/// then one is allocated, which the client gives back.
Result<void, RpcError> bench_echo(Client& client, Numbers& numbers, Numbers& result,
                                  u64 timeout_ns);

} // namespace flat::rpc
