// SPDX-License-Identifier: BSD-2-Clause
// Counts what calls of the procedures of bench.x cost, each in each size, and checks the answers.
#pragma once

#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <rpc/bench.x.hpp>
#include <rpc/call_costs.flat.hpp>

namespace flat::rpc {

/// `min`, and an echo of each size that was measured with Tempo: the least of many calls counts.
/// An answer that is missing or wrong, to the last integer, is a panic; so is one to a call that is
/// sent only.
class CallCosts : public CallCostsComponent, NonCopyable {
public:
    CallCosts(Ports const& ports, Attributes const& attributes)
        : CallCostsComponent(ports, attributes), serving_(*this) {}

    void run() override;

private:
    /// The server's thread.
    class Serving : public thread::Thread::Body {
    public:
        explicit Serving(CallCosts& costs) : costs_(costs) {}
        void run() override { costs_.server->run(); }

    private:
        CallCosts& costs_;
    };

    static constexpr u32 rounds = 32;

    void start_server();
    void await_server();
    void measure(bench::BenchVersionProcedure procedure, u32 integers);
    Result<void, RpcError> call();
    void prepare(u32 round);
    void check(Result<void, RpcError> const& outcome) const;
    Text name() const;
    u64 timeout_ns() const { return timeout_ms * u64{1'000'000}; }

    Serving serving_;
    bench::BenchVersionProcedure procedure_ = bench::BenchVersionProcedure::min; // which is called
    i32 smaller_ = 0;
    i32 sent_[bench::numbers_max] = {};
    i32 received_[bench::numbers_max] = {};
    bench::Pair pair_{0, 0};
    bench::Numbers numbers_{sent_, 0};
    bench::Numbers result_{received_, 0};
};

} // namespace flat::rpc
