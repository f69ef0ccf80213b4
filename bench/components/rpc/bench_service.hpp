// SPDX-License-Identifier: BSD-2-Clause
// The service of bench.x: the smaller of two numbers, and an echo.
#pragma once

#include <core/utility.hpp>
#include <rpc/bench_server.x.hpp>
#include <rpc/bench_service.flat.hpp>

namespace flat::rpc {

/// Serves by the skeleton that is made of bench.x.
class BenchService : public BenchServiceComponent, private bench::BenchProgram1 {
public:
    using BenchServiceComponent::BenchServiceComponent;

    Identity identity() override { return {bench::bench_program, bench::bench_version}; }
    void dispatch(Call& call) override;

private:
    Refused min_1(Caller const& caller, bench::Pair& pair, i32& smaller) override;
    Refused echo_1(Caller const& caller, bench::Numbers& sent, bench::Numbers& echo) override;
};

} // namespace flat::rpc
