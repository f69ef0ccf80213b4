// SPDX-License-Identifier: BSD-2-Clause
// The table of threads: identifiers, slots, and what they are reused for.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;

class ApiThreads : public ::testing::Test {
protected:
    FakeFrames frames;
    Threads threads{{.frames = frames}, {.slots = 64, .first_number = 8}};
    Space space, other;
};

TEST_F(ApiThreads, a_thread_is_found_by_its_identifier_and_by_no_other) {
    Tcb& thread = threads.create(id_of(9).raw(), space, id_of(8).raw());
    EXPECT_EQ(threads.find(id_of(9).raw()), &thread);
    EXPECT_EQ(threads.find(id_of(9, 2).raw()), nullptr);
    EXPECT_EQ(threads.find(id_of(10).raw()), nullptr);
    EXPECT_EQ(threads.find(id_of(9 + 64).raw()), nullptr);
    EXPECT_EQ(&threads.slot(id_of(9, 2).raw()), &thread);
}

TEST_F(ApiThreads, nobody_is_found_by_what_names_no_thread) {
    for (ThreadId const each : {ThreadId::nil(), ThreadId::any(), ThreadId::any_local(), free_slot})
        EXPECT_EQ(threads.find(each.raw()), nullptr) << each.raw();
}

TEST_F(ApiThreads, user_numbers_begin_with_the_first_and_end_with_the_table) {
    EXPECT_FALSE(threads.is_user_number(id_of(7).raw()));
    EXPECT_TRUE(threads.is_user_number(id_of(8).raw()));
    EXPECT_TRUE(threads.is_user_number(id_of(63).raw()));
    EXPECT_FALSE(threads.is_user_number(id_of(64).raw()));
    EXPECT_FALSE(threads.is_user_number(id_of(9, 0x40).raw())); // a local identifier's bits
    EXPECT_FALSE(threads.is_user_number(ThreadId::any().raw()));
}

TEST_F(ApiThreads, threads_are_counted_by_their_space) {
    threads.create(id_of(9).raw(), space, id_of(8).raw());
    threads.create(id_of(10).raw(), other, id_of(8).raw());
    Tcb& last = threads.create(id_of(11).raw(), space, id_of(8).raw());
    EXPECT_EQ(space.thread_count(), 2u);
    threads.destroy(last);
    EXPECT_EQ(space.thread_count(), 1u);
    EXPECT_EQ(other.thread_count(), 1u);
}

TEST_F(ApiThreads, a_new_thread_finds_nothing_of_the_one_whose_slot_it_gets) {
    Tcb& thread = threads.create(id_of(9).raw(), space, id_of(8).raw());
    thread.registers[3] = 1234;
    thread.partner = id_of(20).raw();
    thread.frame().set_stack_pointer(5678);
    thread.set_local_id(0x3000'0200);
    threads.destroy(thread);
    ASSERT_EQ(&threads.create(id_of(9, 2).raw(), other, id_of(8).raw()), &thread);
    EXPECT_EQ(thread.registers[3], 0u);
    EXPECT_EQ(thread.partner, 0u);
    EXPECT_EQ(thread.frame().stack_pointer(), 0u);
    EXPECT_EQ(thread.local_id(), 0u);
    EXPECT_EQ(thread.page_root(), other.page_root());
}

} // namespace
} // namespace flat::api
