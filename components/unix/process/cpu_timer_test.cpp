// SPDX-License-Identifier: BSD-2-Clause
// Tests of timers of the time that a process has run.
#include <unix/cpu_timer.hpp>

#include <gtest/gtest.h>

namespace flat::unix {
namespace {

TEST(UnixCpuTimer, expires_once_when_the_time_has_been_used) {
    CpuTimer timer;
    EXPECT_FALSE(timer.ran(1000));
    timer.set({0, 2500});
    EXPECT_FALSE(timer.ran(1000));
    EXPECT_FALSE(timer.ran(1000));
    EXPECT_EQ(timer.setting().left_ns, 500u);
    EXPECT_TRUE(timer.ran(1000));
    EXPECT_FALSE(timer.ran(1000));
    EXPECT_EQ(timer.setting().left_ns, 0u);
}

TEST(UnixCpuTimer, an_interval_goes_on_from_when_it_was_due) {
    CpuTimer timer;
    timer.set({3000, 2500});
    EXPECT_FALSE(timer.ran(2000));
    EXPECT_TRUE(timer.ran(1000));
    EXPECT_EQ(timer.setting().left_ns, 2500u);
    EXPECT_TRUE(timer.ran(2500));
    EXPECT_EQ(timer.setting().left_ns, 3000u);
}

TEST(UnixCpuTimer, several_intervals_in_one_tick_are_one_expiration) {
    CpuTimer timer;
    timer.set({300, 100});
    EXPECT_TRUE(timer.ran(1000));
    EXPECT_EQ(timer.setting().left_ns, 300u);
    EXPECT_TRUE(timer.ran(1000));
}

} // namespace
} // namespace flat::unix
