// SPDX-License-Identifier: BSD-2-Clause
// Tests of the calls that are measured.
#include <rpc/bench_rounds.hpp>

#include <flat/hal/timer.hpp>
#include <log/testing.hpp>
#include <rpc/testing.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

using log::testing::FakeLog;

/// Counts calls by their procedure; answers nothing.
class FakeClient : public Client {
public:
    Result<void, RpcError> call(u32 procedure, XdrValue&, XdrValue&, u64 timeout_ns) override {
        (procedure == 1 ? min_calls : echo_calls) += 1;
        timeout = timeout_ns;
        return RpcError{RpcError::timed_out};
    }
    Details details() override { return {}; }
    void free_results(XdrValue&) override {}
    void redirect(net::Endpoint const&) override {}

    u32 min_calls = 0, echo_calls = 0;
    u64 timeout = 0;
};

/// A clock that goes on whenever somebody looks at it.
class FakeTimer : public hal::Timer {
public:
    u64 now_ns() override { return now += 70; }
    void start(u64, Tick&) override {}
    void stop() override {}

    u64 now = 0;
};

TEST(RpcBenchRounds, calls_each_procedure_as_often_as_it_says_and_once_before) {
    FakeClient client;
    FakeLog log;
    FakeTimer timer;
    BenchRounds rounds({.client = client, .log = log, .timer = timer},
                       {.calls = 3, .timeout_ms = 5});
    rounds.run();
    EXPECT_EQ(client.min_calls, 4u);
    EXPECT_EQ(client.echo_calls, 6u * 4);
    EXPECT_EQ(client.timeout, 5'000'000u);
    EXPECT_EQ(log.text, "min of 2 integers: 0 of 3 calls answered in 70 ns\n"
                        "echo of 20 integers: 0 of 3 calls answered in 70 ns\n"
                        "echo of 100 integers: 0 of 3 calls answered in 70 ns\n"
                        "echo of 250 integers: 0 of 3 calls answered in 70 ns\n"
                        "echo of 500 integers: 0 of 3 calls answered in 70 ns\n"
                        "echo of 1000 integers: 0 of 3 calls answered in 70 ns\n"
                        "echo of 2000 integers: 0 of 3 calls answered in 70 ns\n");
}

} // namespace
} // namespace flat::rpc
