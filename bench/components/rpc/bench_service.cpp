// SPDX-License-Identifier: BSD-2-Clause
// The service of bench.x: the smaller of two numbers, and an echo.
#include <rpc/bench_service.hpp>

namespace flat::rpc {

void BenchService::dispatch(Call& call) {
    bench::dispatch(*this, call);
}

BenchService::Refused BenchService::min_1(Caller const&, bench::Pair& pair, i32& smaller) {
    smaller = min(pair.first, pair.second);
    return {};
}

/// The same numbers at the same place, which is the arguments'.
BenchService::Refused BenchService::echo_1(Caller const&, bench::Numbers& sent,
                                           bench::Numbers& echo) {
    echo = sent;
    return {};
}

} // namespace flat::rpc
