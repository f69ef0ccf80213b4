// SPDX-License-Identifier: BSD-2-Clause
// Tests of the start of a chain.
#include <demo/chain/chain_start.hpp>

#include <log/testing.hpp>

#include <gtest/gtest.h>

#include <string>

namespace flat::demo::chain {
namespace {

using log::testing::FakeLog;

/// Answers ten times what it is asked.
class FakeStage : public Stage {
public:
    u64 pass(u64 value) override { return 10 * value; }
};

TEST(DemoChainStart, says_what_becomes_of_each_value) {
    FakeLog log;
    FakeStage stage;
    ChainStart start({.next = stage, .log = log}, {.values = 2});
    start.run();
    EXPECT_EQ(log.text, "1 through the chain: 10\n2 through the chain: 20\n");
}

} // namespace
} // namespace flat::demo::chain
