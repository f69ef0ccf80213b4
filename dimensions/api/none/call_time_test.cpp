// SPDX-License-Identifier: BSD-2-Clause
// Tests of how long a call may take.
#include <machine/call_time.hpp>

#include <gtest/gtest.h>

namespace flat::machine {
namespace {

TEST(CallTime, a_call_is_over_when_its_time_has_passed) {
    CallTime time;
    time.start(3000);
    time.pass(1000);
    time.pass(1000);
    EXPECT_FALSE(time.is_over());
    time.pass(1000);
    EXPECT_TRUE(time.is_over());
    time.pass(1000); // and remains so
    EXPECT_TRUE(time.is_over());
}

TEST(CallTime, the_next_call_has_all_of_it_again) {
    CallTime time;
    time.start(1000);
    time.pass(1000);
    time.start(1000);
    EXPECT_FALSE(time.is_over());
}

TEST(CallTime, what_has_no_limit_is_never_over) {
    CallTime time;
    time.pass(1000);
    EXPECT_FALSE(time.is_over());
}

TEST(CallTime, a_wait_for_a_call_that_was_never_answered_gets_its_time_back) {
    CallTime inner, outer;
    inner.start(2000);
    outer.start(2000);
    outer.pass(2000);
    inner.pass(2000);
    outer.give_back(inner);
    EXPECT_FALSE(outer.is_over());
    outer.pass(2000);
    EXPECT_TRUE(outer.is_over());
}

} // namespace
} // namespace flat::machine
