// SPDX-License-Identifier: BSD-2-Clause
// Tests of the calls of bench.x.
#include <rpc/bench_calls.hpp>

#include <flat/rpc/xdr_value.hpp>
#include <log/testing.hpp>
#include <rpc/testing.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

using log::testing::FakeLog;
using testing::Bytes;
using testing::words;

/// Turns the arguments into results as a test says, or fails.
class FakeClient : public testing::AnsweringClient {
public:
    Result<void, RpcError> call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                u64 timeout_ns) override {
        if (procedure > 2) return RpcError{RpcError::procedure_unavailable};
        if (failure) return *failure;
        return AnsweringClient::call(procedure, arguments, results, timeout_ns);
    }

    std::optional<RpcError> failure;
};

class FakePower : public hal::Power {
public:
    void power_off(u32 code) override { status = code; }
    void reset() override {}
    u32 status = 99;
};

class RpcBenchCalls : public ::testing::Test {
protected:
    FakeClient client;
    FakeLog log;
    FakePower power;
    BenchCalls calls{{.client = client, .log = log, .power = power}, {}};
};

/// What a right server answers: the smaller number, or the same numbers.
Bytes right_answer(u32 procedure, Bytes arguments) {
    if (procedure != 1) return arguments;
    bool const second_is_smaller =
        arguments[0] < 0x80 && (arguments[4] >= 0x80 || arguments[3] > arguments[7]);
    auto const first = arguments.begin() + (second_is_smaller ? 4 : 0);
    return Bytes(first, first + 4);
}

TEST_F(RpcBenchCalls, a_right_server_is_found_right) {
    client.answer = right_answer;
    calls.run();
    EXPECT_EQ(power.status, 0u);
    EXPECT_EQ(log.text, "null: the server is there\n"
                        "min of 7 and 4: 4\n"
                        "min of -5 and 3: -5\n"
                        "min of 2147483647 and -2147483648: -2147483648\n"
                        "echo of 0 integers: the same\n"
                        "echo of 1 integers: the same\n"
                        "echo of 20 integers: the same\n"
                        "echo of 100 integers: the same\n"
                        "echo of 250 integers: the same\n"
                        "echo of 500 integers: the same\n"
                        "echo of 1000 integers: the same\n"
                        "echo of 2000 integers: the same\n"
                        "procedure 99: there is no such procedure\n");
}

TEST_F(RpcBenchCalls, a_wrong_minimum_is_noticed) {
    client.answer = [](u32 procedure, Bytes arguments) {
        return procedure == 1 ? Bytes(arguments.end() - 4, arguments.end()) : arguments;
    };
    calls.run();
    EXPECT_EQ(power.status, 1u);
}

TEST_F(RpcBenchCalls, a_wrong_echo_is_noticed) {
    client.answer = [](u32 procedure, Bytes arguments) {
        Bytes answer = right_answer(procedure, arguments);
        if (answer.size() > 4) answer.back() ^= 1;
        return answer;
    };
    calls.run();
    EXPECT_EQ(power.status, 1u);
    EXPECT_NE(log.text.find("echo of 20 integers: others\n"), std::string::npos);
}

TEST_F(RpcBenchCalls, failures_are_told) {
    client.failure = RpcError{RpcError::timed_out};
    calls.run();
    EXPECT_EQ(power.status, 1u);
    EXPECT_EQ(log.text.substr(0, 36), "null: timed out\nmin: timed out\nmin: ");
}

} // namespace
} // namespace flat::rpc
