// SPDX-License-Identifier: BSD-2-Clause
// Tests of what monitored bindings count.
#include <binding/registry.hpp>
#include <bindings/monitored/meter.hpp>

#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace flat::bindings::monitored {
namespace {

class MonitoredMeter : public ::testing::Test {
protected:
    binding::Registry registry{{}, {}};
    Meter<2> first{registry, "main.log", {"write", "flush"}};
    Meter<1> second{registry, "main.stages[1]", {"apply"}};
};

TEST_F(MonitoredMeter, has_the_names_of_the_methods_as_far_as_there_is_room) {
    u8 text[] = {'.', '.', '.'};
    EXPECT_EQ(first.methods(), 2u);
    EXPECT_EQ(first.method_name(1, Span<u8>(text).first(2)), 5u);
    EXPECT_EQ(std::string(text, text + 3), "fl.");
}

TEST_F(MonitoredMeter, counts_calls_failures_and_time_by_method) {
    {
        Call const measured(first.count(0));
    }
    {
        Call measured(first.count(0));
        measured.fail();
    }
    EXPECT_EQ(first.counts(0).calls, 2u);
    EXPECT_EQ(first.counts(0).failures, 1u);
    EXPECT_GT(first.counts(0).ticks, 0u);
    EXPECT_EQ(first.counts(1).calls, 0u);
    first.reset();
    EXPECT_EQ(first.counts(0).calls, 0u);
    EXPECT_EQ(first.counts(0).ticks, 0u);
}

TEST_F(MonitoredMeter, loses_no_call_of_several_threads) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([this] {
            for (int call = 0; call < 10'000; ++call)
                Call const measured(second.count(0));
        });
    for (std::thread& each : threads)
        each.join();
    EXPECT_EQ(second.counts(0).calls, 40'000u);
}

} // namespace
} // namespace flat::bindings::monitored
