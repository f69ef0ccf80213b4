// SPDX-License-Identifier: BSD-2-Clause
// The service of bench.x: the smaller of two numbers, and an echo.
#pragma once

#include <rpc/bench_service.flat.hpp>

namespace flat::rpc {

/// Dispatches calls as rpcgen's server would.
class BenchService : public BenchServiceComponent {
public:
    using BenchServiceComponent::BenchServiceComponent;

    Identity identity() override;
    void dispatch(Call& call) override;
};

} // namespace flat::rpc
