// SPDX-License-Identifier: BSD-2-Clause
// Tests of sets of semaphores: all operations or none.
#include <unix/ipc/semaphore_set.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace flat::unix::ipc {
namespace {

using Outcome = SemaphoreSet::Outcome;

class UnixSemaphoreSet : public ::testing::Test {
protected:
    SemaphoreSet::Attempt perform(std::vector<SemaphoreOperation> const& operations) {
        return set.perform(Span<SemaphoreOperation const>(operations.data(), operations.size()),
                           &undo, 7);
    }
    std::vector<i32> values() const { return {values_[0].value, values_[1].value}; }

    static constexpr u16 undone = SemaphoreOperation::is_undone;
    SemaphoreSet::Semaphore values_[2] = {};
    SemaphoreSet set{Span<SemaphoreSet::Semaphore>(values_)};
    i32 changes[2] = {};
    SemaphoreUndo undo{{}, this, changes};
};

TEST_F(UnixSemaphoreSet, operations_are_done_together_or_not_at_all) {
    EXPECT_EQ(perform({{0, 3, undone}, {1, 2, 0}}).outcome, Outcome::done);
    auto const attempt = perform({{0, -2, undone}, {1, 5, 0}, {0, -2, 0}, {1, -1, 0}});
    EXPECT_EQ(attempt.outcome, Outcome::must_wait);
    EXPECT_EQ(attempt.operation, 2u);
    EXPECT_EQ(values(), (std::vector<i32>{3, 2}));
    EXPECT_EQ(changes[0], -3);
    EXPECT_EQ(perform({{0, -3, 0}, {0, 0, 0}, {0, 1, 0}}).outcome, Outcome::done);
    EXPECT_EQ(values(), (std::vector<i32>{1, 2}));
    EXPECT_EQ(values_[0].process, 7u);
}

TEST_F(UnixSemaphoreSet, who_waits_for_zero_waits_as_long_as_it_is_not) {
    EXPECT_EQ(perform({{0, 1, 0}}).outcome, Outcome::done);
    EXPECT_EQ(perform({{0, 0, 0}}).outcome, Outcome::must_wait);
    EXPECT_EQ(perform({{0, -1, 0}, {0, 0, 0}}).outcome, Outcome::done);
}

TEST_F(UnixSemaphoreSet, values_and_what_is_undone_have_limits) {
    EXPECT_EQ(perform({{0, 32767, 0}}).outcome, Outcome::done);
    EXPECT_EQ(perform({{1, 1, 0}, {0, 1, 0}}).outcome, Outcome::out_of_range);
    EXPECT_EQ(values(), (std::vector<i32>{32767, 0}));
    EXPECT_EQ(perform({{0, -32767, undone}, {0, 32767, 0}}).outcome, Outcome::done);
    EXPECT_EQ(perform({{0, -1, undone}}).outcome, Outcome::out_of_range);
    EXPECT_EQ(changes[0], 32767);
}

TEST_F(UnixSemaphoreSet, what_a_process_has_changed_is_undone_within_limits) {
    EXPECT_EQ(perform({{0, 5, undone}, {1, 4, undone}}).outcome, Outcome::done);
    EXPECT_EQ(perform({{0, -3, 0}}).outcome, Outcome::done);
    set.undo(undo, 9);
    EXPECT_EQ(values(), (std::vector<i32>{0, 0}));
    EXPECT_EQ(values_[1].process, 9u);
}

TEST_F(UnixSemaphoreSet, who_waits_is_counted_by_what_it_waits_for) {
    SemaphoreSet::Waiting more{{}, 1, false};
    SemaphoreSet::Waiting zero{{}, 1, true};
    set.waiting.push_back(more);
    set.waiting.push_back(zero);
    EXPECT_EQ(set.waiting_for(1, false), 1u);
    EXPECT_EQ(set.waiting_for(1, true), 1u);
    EXPECT_EQ(set.waiting_for(0, true), 0u);
    set.waiting.remove(more);
    set.waiting.remove(zero);
}

} // namespace
} // namespace flat::unix::ipc
