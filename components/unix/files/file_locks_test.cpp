// SPDX-License-Identifier: BSD-2-Clause
// Tests of locks of records, also against a model that knows each byte.
#include <unix/files/file_locks.hpp>

#include <gtest/gtest.h>
#include <memory/testing.hpp>

#include <map>
#include <random>

namespace flat::unix::files {
namespace {

struct UnixFileLocks : ::testing::Test {
    memory::testing::HostObjects heap;
    FileLocks locks{heap};
    int file = 0;
    int other_file = 0;
    int owners[3] = {};

    FileLocks::Lock of(u32 owner, bool is_exclusive, u64 begin, u64 end) {
        return {&file, &owners[owner], owner, is_exclusive, begin, end};
    }
    ~UnixFileLocks() override {
        for (u32 i = 0; i < 3; ++i)
            EXPECT_TRUE(locks.unlock(of(i, false, 0, FileLocks::to_the_end)));
        EXPECT_EQ(heap.taken, 0u);
    }
};

TEST_F(UnixFileLocks, readers_share_and_a_writer_is_alone) {
    EXPECT_TRUE(locks.lock(of(0, false, 0, 10)));
    EXPECT_EQ(locks.conflict(of(1, false, 5, 6)), nullptr);
    ASSERT_NE(locks.conflict(of(1, true, 9, 12)), nullptr);
    EXPECT_EQ(locks.conflict(of(1, true, 9, 12))->owner_number, 0u);
    EXPECT_EQ(locks.conflict(of(1, true, 10, 12)), nullptr);
    EXPECT_EQ(locks.conflict(of(0, true, 0, 10)), nullptr);
    auto elsewhere = of(1, true, 0, 10);
    elsewhere.file = &other_file;
    EXPECT_EQ(locks.conflict(elsewhere), nullptr);
}

TEST_F(UnixFileLocks, without_memory_all_but_a_split_can_be_unlocked) {
    EXPECT_TRUE(locks.lock(of(0, true, 0, 30)));
    heap.left = 0;
    EXPECT_FALSE(locks.unlock(of(0, false, 10, 20)));
    EXPECT_TRUE(locks.unlock(of(1, false, 10, 20)));
    EXPECT_TRUE(locks.unlock(of(0, false, 0, 10)));
    EXPECT_TRUE(locks.unlock(of(0, false, 20, 30)));
    EXPECT_TRUE(locks.unlock(of(0, false, 10, 20)));
    EXPECT_EQ(heap.taken, 0u);
}

TEST_F(UnixFileLocks, an_open_file_waits_for_nobody) {
    auto held = of(1, true, 0, 10);
    held.owner_number = FileLocks::no_process;
    EXPECT_TRUE(locks.lock(held));
    EXPECT_TRUE(locks.lock(of(0, true, 20, 30)));
    auto awaited = of(1, true, 20, 30);
    awaited.owner_number = FileLocks::no_process;
    FileLocks::Waiter waiter{awaited};
    locks.begin_waiting(waiter);
    EXPECT_FALSE(locks.is_deadlock(of(0, true, 0, 10)));
    locks.end_waiting(waiter);
}

TEST_F(UnixFileLocks, what_is_unlocked_in_the_middle_leaves_both_sides) {
    EXPECT_TRUE(locks.lock(of(0, true, 0, FileLocks::to_the_end)));
    EXPECT_TRUE(locks.unlock(of(0, true, 10, 20)));
    EXPECT_NE(locks.conflict(of(1, false, 9, 10)), nullptr);
    EXPECT_EQ(locks.conflict(of(1, false, 10, 20)), nullptr);
    EXPECT_NE(locks.conflict(of(1, false, 20, 21)), nullptr);
}

TEST_F(UnixFileLocks, locks_of_a_kind_that_touch_are_one) {
    EXPECT_TRUE(locks.lock(of(0, true, 6, 8)));
    EXPECT_TRUE(locks.lock(of(0, true, 8, 10)));
    EXPECT_TRUE(locks.lock(of(0, false, 10, 20)));
    EXPECT_EQ(heap.taken, 2u);
    ASSERT_NE(locks.conflict(of(1, true, 9, 10)), nullptr);
    EXPECT_EQ(locks.conflict(of(1, true, 9, 10))->begin, 6u);
}

TEST_F(UnixFileLocks, without_memory_nothing_changes) {
    EXPECT_TRUE(locks.lock(of(0, true, 0, 100)));
    heap.left = 1;
    EXPECT_FALSE(locks.lock(of(0, false, 10, 20)));
    heap.left = 0;
    EXPECT_FALSE(locks.unlock(of(0, true, 10, 20)));
    EXPECT_NE(locks.conflict(of(1, false, 10, 20)), nullptr);
    heap.left = ~u32{0};
}

TEST_F(UnixFileLocks, owners_that_would_wait_for_each_other_are_found) {
    EXPECT_TRUE(locks.lock(of(0, true, 0, 1)));
    EXPECT_TRUE(locks.lock(of(1, true, 1, 2)));
    EXPECT_TRUE(locks.lock(of(2, true, 2, 3)));
    auto const first = of(0, true, 1, 2);
    auto const second = of(1, false, 2, 3);
    FileLocks::Waiter one{first};
    FileLocks::Waiter other{second};
    EXPECT_FALSE(locks.is_deadlock(first));
    locks.begin_waiting(one);
    EXPECT_TRUE(locks.is_deadlock(of(1, true, 0, 1)));
    EXPECT_FALSE(locks.is_deadlock(second));
    locks.begin_waiting(other);
    EXPECT_TRUE(locks.is_deadlock(of(2, false, 0, 1)));
    EXPECT_FALSE(locks.is_deadlock(of(2, true, 5, 6)));
    locks.end_waiting(one);
    EXPECT_FALSE(locks.is_deadlock(of(2, false, 0, 1)));
    locks.end_waiting(other);
}

TEST_F(UnixFileLocks, an_owner_has_what_it_locked_and_nothing_else) {
    EXPECT_TRUE(locks.lock(of(0, true, 0, 10)));
    EXPECT_TRUE(locks.has(of(0, true, 0, 10)));
    EXPECT_FALSE(locks.has(of(0, false, 0, 10)));
    EXPECT_FALSE(locks.has(of(0, true, 0, 9)));
    EXPECT_FALSE(locks.has(of(1, true, 0, 10)));
}

TEST_F(UnixFileLocks, random_locks_are_those_of_a_model_of_each_byte) {
    enum State { free, read, written };
    constexpr u64 bytes = 24;
    std::map<std::pair<u32, u64>, State> model;
    std::mt19937 random(std::random_device{}());
    for (u32 i = 0; i < 5000; ++i) {
        u32 const owner = random() % 3;
        u64 const begin = random() % bytes;
        u64 const end = begin + 1 + random() % (bytes - begin);
        auto const wanted = of(owner, random() % 2, begin, end);
        bool is_kept = false;
        for (u32 other = 0; other < 3; ++other)
            for (u64 byte = begin; byte < end; ++byte) {
                State const held = model[{other, byte}];
                if (other != owner && held != free && (held == written || wanted.is_exclusive))
                    is_kept = true;
            }
        ASSERT_EQ(locks.conflict(wanted) != nullptr, is_kept) << i;
        bool const is_unlock = random() % 3 == 0;
        if (!is_unlock && is_kept) continue;
        ASSERT_TRUE(is_unlock ? locks.unlock(wanted) : locks.lock(wanted));
        for (u64 byte = begin; byte < end; ++byte)
            model[{owner, byte}] = is_unlock ? free : wanted.is_exclusive ? written : read;
    }
}

} // namespace
} // namespace flat::unix::files
