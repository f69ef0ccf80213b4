// SPDX-License-Identifier: BSD-2-Clause
// The client's stubs of bench.x, as rpcgen would make them of it.
#include <rpc/bench_stubs.hpp>

#include <rpc/message.hpp>

namespace flat::rpc {

Result<void, RpcError> bench_null(Client& client, u64 timeout_ns) {
    XdrNothing nothing;
    return client.call(static_cast<u32>(BenchProcedure::null), nothing, nothing, timeout_ns);
}

Result<i32, RpcError> bench_min(Client& client, Pair pair, u64 timeout_ns) {
    i32 smaller = 0;
    PairPlace arguments(pair);
    IntegerPlace results(smaller);
    TRY(client.call(static_cast<u32>(BenchProcedure::min), arguments, results, timeout_ns));
    return smaller;
}

Result<void, RpcError> bench_echo(Client& client, Numbers& numbers, Numbers& result,
                                  u64 timeout_ns) {
    NumbersPlace arguments(numbers);
    NumbersPlace results(result);
    return client.call(static_cast<u32>(BenchProcedure::echo), arguments, results, timeout_ns);
}

} // namespace flat::rpc
