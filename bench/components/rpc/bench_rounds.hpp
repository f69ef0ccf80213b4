// SPDX-License-Identifier: BSD-2-Clause
// Calls the procedures of bench.x again and again, for whoever counts what that takes.
#pragma once

#include <rpc/bench.x.hpp>
#include <rpc/bench_rounds.flat.hpp>

namespace flat::rpc {

/// A series for `min`, and one for each size of array that was measured with Tempo. A call before
/// each series is not part of it. `series` is where instruments look.
class BenchRounds : public BenchRoundsComponent {
public:
    using BenchRoundsComponent::BenchRoundsComponent;

    void run() override;

private:
    void measure(bench::BenchVersionProcedure procedure, u32 integers);
    u32 series();
    bool call();

    u64 timeout_ns() const { return timeout_ms * u64{1'000'000}; }

    bench::BenchVersionProcedure procedure_ = bench::BenchVersionProcedure::min; // which is called
    i32 sent_[bench::numbers_max] = {};
    i32 received_[bench::numbers_max];
    bench::Numbers numbers_{sent_, 0};
    bench::Numbers result_{received_, 0};
};

} // namespace flat::rpc
