// SPDX-License-Identifier: BSD-2-Clause
// Tests of the calls whose cost is counted: which are made, and that wrong answers are noticed.
#include <rpc/call_costs.hpp>

#include <log/testing.hpp>
#include <net/testing.hpp>
#include <rpc/testing.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

using log::testing::FakeLog;
using net::testing::TestThreads;
using testing::Bytes;
using testing::words;

/// Answers as a test says, after so many calls that nobody answers.
class FakeClient : public testing::AnsweringClient {
public:
    Result<void, RpcError> call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                u64 timeout_ns) override {
        ++calls;
        if (timeout_ns == 0 || unanswered > 0) {
            if (unanswered > 0) --unanswered;
            return RpcError{RpcError::timed_out};
        }
        return AnsweringClient::call(procedure, arguments, results, timeout_ns);
    }

    u32 calls = 0;
    u32 unanswered = 0;
};

/// What a right server answers: nothing, the smaller number, or the same numbers.
Bytes right(u32 procedure, Bytes arguments) {
    if (procedure != 1) return arguments;
    auto const number = [&](usize at) {
        return static_cast<i32>(u32{arguments[at]} << 24 | arguments[at + 1] << 16 |
                                arguments[at + 2] << 8 | arguments[at + 3]);
    };
    return words({static_cast<u32>(std::min(number(0), number(4)))});
}

class RpcCallCosts : public ::testing::Test {
protected:
    void run(u32 timeout_ms) {
        CallCosts({.client = client, .server = {}, .threads = threads, .log = log},
                  {.reach = "here", .timeout_ms = timeout_ms})
            .run();
    }

    FakeClient client;
    TestThreads threads;
    FakeLog log;
};

TEST_F(RpcCallCosts, right_answers_are_as_they_should_be) {
    client.answer = right;
    client.unanswered = 3;
    run(100);
    EXPECT_EQ(client.calls, 3u + 1 + 7 * 32);
    EXPECT_NE(log.text.find("min of 2 integers, here: 32 calls are as they should be"),
              std::string::npos);
    EXPECT_NE(log.text.find("echo of 2000 integers, here: 32 calls are as they should be"),
              std::string::npos);
    EXPECT_EQ(log.text.find("@record"), std::string::npos); // as nobody counts
}

TEST_F(RpcCallCosts, calls_without_a_time_out_are_sent_only) {
    run(0);
    EXPECT_EQ(client.calls, 7u * 32);
}

TEST_F(RpcCallCosts, a_wrong_minimum_ends_the_kernel) {
    client.answer = [](u32 procedure, Bytes arguments) {
        return procedure == 1 ? words({77}) : arguments;
    };
    EXPECT_DEATH(run(100), "min has a wrong answer");
}

TEST_F(RpcCallCosts, an_echo_with_another_last_integer_ends_the_kernel) {
    client.answer = [](u32 procedure, Bytes arguments) {
        if (procedure == 2) ++arguments.back();
        return right(procedure, arguments);
    };
    EXPECT_DEATH(run(100), "an echo of 20 integers is another one");
}

TEST_F(RpcCallCosts, a_server_that_never_answers_ends_the_kernel) {
    client.unanswered = 1000;
    EXPECT_DEATH(run(100), "nobody answers the calls of here");
}

} // namespace
} // namespace flat::rpc
