// SPDX-License-Identifier: BSD-2-Clause
// Tests of signals that wait.
#include <unix/signals.hpp>

#include <gtest/gtest.h>

namespace flat::unix {
namespace {

constexpr u32 queued = 40;

TEST(UnixSignals, of_those_of_old_one_waits_and_the_first_cause_is_told) {
    PendingSignals pending;
    EXPECT_TRUE(pending.add(sigterm, {0, 1, 0}));
    EXPECT_TRUE(pending.add(sigterm, {0, 2, 0}));
    EXPECT_EQ(pending.take(sigterm).origin, 1u);
    EXPECT_EQ(pending.set(), 0u);
}

TEST(UnixSignals, those_of_real_time_wait_in_their_order) {
    PendingSignals pending;
    for (u32 i = 0; i < 3; ++i) {
        EXPECT_TRUE(pending.add(queued, {0, i, i + 10}));
        EXPECT_TRUE(pending.add(queued + 1, {0, i + 100, 0}));
    }
    for (u32 i = 0; i < 3; ++i) {
        SignalCause const cause = pending.take(queued);
        EXPECT_EQ(cause.origin, i);
        EXPECT_EQ(cause.value, i + 10);
    }
    EXPECT_EQ(pending.set(), set_of(queued + 1));
    for (u32 i = 0; i < 3; ++i)
        EXPECT_EQ(pending.take(queued + 1).origin, i + 100);
    EXPECT_EQ(pending.set(), 0u);
}

TEST(UnixSignals, a_full_queue_takes_no_more) {
    PendingSignals pending;
    for (u32 i = 0; i <= PendingSignals::queue_max; ++i)
        EXPECT_TRUE(pending.add(queued, {}));
    EXPECT_FALSE(pending.add(queued, {}));
    EXPECT_TRUE(pending.add(queued + 1, {})); // it waits for the first time
    EXPECT_FALSE(pending.add(queued + 1, {}));
    (void)pending.take(queued);
    EXPECT_TRUE(pending.add(queued + 1, {}));
}

TEST(UnixSignals, what_is_forgotten_is_forgotten_as_often_as_it_was_sent) {
    PendingSignals pending;
    for (u32 i = 0; i < 3; ++i) {
        EXPECT_TRUE(pending.add(queued, {0, 7, 0}));
        EXPECT_TRUE(pending.add(queued + 1, {0, i, 0}));
    }
    EXPECT_TRUE(pending.holds(queued, 0, 7));
    pending.forget(set_of(queued));
    EXPECT_FALSE(pending.holds(queued, 0, 7));
    EXPECT_TRUE(pending.holds(queued + 1, 0, 2));
    for (u32 i = 0; i < 3; ++i)
        EXPECT_EQ(pending.take(queued + 1).origin, i);
    EXPECT_EQ(pending.set(), 0u);
}

} // namespace
} // namespace flat::unix
