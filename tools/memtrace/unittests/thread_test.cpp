// SPDX-License-Identifier: BSD-2-Clause
extern "C" {
#include "../thread.h"
}

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

namespace {

class ThreadTest : public testing::Test {
protected:
    void SetUp() override {
        unsigned index = 0;
        char const name[object_name_bytes] = "A";
        ASSERT_EQ(object_map_add_class(&objects, name, 8, &index), object_record_taken);
        ASSERT_TRUE(object_map_put(&objects, index, 0x1000, 1, 8));
        thread.profile.objects = &objects;
        pthread_mutex_init(&thread.lock, nullptr);
        ASSERT_TRUE(profile_prepare(&thread.profile));
        ASSERT_TRUE(thread_call(&thread, 1000)); // the caller
    }

    void TearDown() override {
        for (ShadowStack& stack : thread.stacks)
            shadow_stack_destroy(&stack);
        sequences_destroy(&thread.profile.sequences[0]);
        std::free(thread.profile.sequences);
        std::free(thread.profile.recorders);
        std::free(thread.return_site_slots);
        object_map_destroy(&objects);
    }

    void enter_at(uint64_t slot) {
        ASSERT_TRUE(thread_call(&thread, slot));
        thread_enter(&thread, 7);
        profile_access(&thread.profile, 0x1000, 8, false);
    }

    bool is_inside() const { return thread.profile.is_inside; }

    ObjectMap objects{};
    std::unique_ptr<Thread> const owned = std::make_unique<Thread>();
    Thread& thread = *owned;
};

TEST_F(ThreadTest, an_invocation_ends_when_its_slot_is_popped) {
    enter_at(900);
    ASSERT_TRUE(thread_call(&thread, 800));
    ASSERT_TRUE(thread_return(&thread, 800, 1));
    EXPECT_TRUE(is_inside());
    ASSERT_TRUE(thread_return(&thread, 900, 2));
    EXPECT_FALSE(is_inside());
    EXPECT_EQ(thread.profile.invocations, 1u);
    EXPECT_EQ(thread.profile.sequences[0].all[0].entry, 7u);
}

TEST_F(ThreadTest, inner_calls_of_entries_belong_to_the_outermost) {
    enter_at(900);
    enter_at(800);
    ASSERT_TRUE(thread_return(&thread, 800, 1));
    EXPECT_TRUE(is_inside());
    ASSERT_TRUE(thread_return(&thread, 900, 2));
    EXPECT_EQ(thread.profile.invocations, 1u);
    EXPECT_EQ(thread.profile.sequences[0].all[0].count, 2u);
}

TEST_F(ThreadTest, a_tail_call_has_the_frame_of_its_caller) {
    ASSERT_TRUE(thread_call(&thread, 900));
    ASSERT_TRUE(thread_call(&thread, 800));
    ASSERT_TRUE(thread_return(&thread, 800, 1));
    thread_enter(&thread, 7); // by a jump
    EXPECT_EQ(thread.frame_slot, 900u);
}

TEST_F(ThreadTest, a_call_or_return_further_out_tells_that_it_was_left) {
    enter_at(900);
    ASSERT_TRUE(thread_call(&thread, 950));
    EXPECT_FALSE(is_inside());
    enter_at(900);
    ASSERT_TRUE(thread_return(&thread, 1000, 1));
    EXPECT_FALSE(is_inside());
}

TEST_F(ThreadTest, longjmp_leaves_at_once_to_where_setjmp_had_returned) {
    ReturnSite const site{0x4000, 5};
    ASSERT_TRUE(thread_call(&thread, 990));
    ASSERT_TRUE(thread_return(&thread, 990, 0x4000));
    ASSERT_TRUE(thread_at_return_site(&thread, &site));
    enter_at(900);
    ASSERT_TRUE(thread_at_return_site(&thread, &site)); // a jump to the same place: a loop
    EXPECT_TRUE(is_inside());
    thread_jump(&thread);
    ASSERT_TRUE(thread_at_return_site(&thread, &site));
    EXPECT_FALSE(is_inside());
}

TEST_F(ThreadTest, longjmp_within_the_invocation_stays_in_it) {
    ReturnSite const site{0x4000, 5};
    enter_at(900);
    ASSERT_TRUE(thread_call(&thread, 800));
    ASSERT_TRUE(thread_return(&thread, 800, 0x4000));
    ASSERT_TRUE(thread_at_return_site(&thread, &site));
    ASSERT_TRUE(thread_call(&thread, 700));
    thread_jump(&thread);
    ASSERT_TRUE(thread_at_return_site(&thread, &site));
    EXPECT_TRUE(is_inside());
}

TEST_F(ThreadTest, a_handler_on_a_stack_of_its_own_ends_nothing) {
    thread_set_alternate(&thread, 5000, 6000);
    enter_at(900);
    ASSERT_TRUE(thread_call(&thread, 5900));
    ASSERT_TRUE(thread_return(&thread, 5900, 1));
    ASSERT_TRUE(thread_return(&thread, 5992, 1)); // to sigreturn
    EXPECT_TRUE(is_inside());
    ASSERT_TRUE(thread_return(&thread, 900, 2));
    EXPECT_FALSE(is_inside());
}

TEST_F(ThreadTest, an_invocation_by_a_handler_ends_with_it) {
    thread_set_alternate(&thread, 5000, 6000);
    enter_at(5900);
    EXPECT_TRUE(is_inside());
    ASSERT_TRUE(thread_call(&thread, 900)); // siglongjmp has left the handler
    EXPECT_FALSE(is_inside());
}

TEST_F(ThreadTest, what_the_end_of_the_thread_cuts_off_is_not_counted) {
    enter_at(900);
    thread_reset(&thread);
    EXPECT_FALSE(is_inside());
    EXPECT_EQ(thread.profile.unfinished, 1u);
    EXPECT_EQ(thread.profile.sequences[0].count, 0u);
    enter_at(900);
    ASSERT_TRUE(thread_return(&thread, 900, 2));
    EXPECT_EQ(thread.profile.sequences[0].all[0].count, 1u);
}

} // namespace
