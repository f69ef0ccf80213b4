// SPDX-License-Identifier: BSD-2-Clause
extern "C" {
#include "../shadow_stack.h"
}

#include <gtest/gtest.h>

namespace {

class ShadowStackTest : public testing::Test {
protected:
    void TearDown() override { shadow_stack_destroy(&stack); }

    ShadowStack stack{};
};

TEST_F(ShadowStackTest, of_no_call_the_top_is_above_all) {
    EXPECT_EQ(shadow_stack_top(&stack), UINT64_MAX);
    shadow_stack_pop(&stack, 100);
    shadow_stack_mark(&stack, 1);
    EXPECT_EQ(shadow_stack_running(&stack), 0u);
}

TEST_F(ShadowStackTest, a_return_pops_its_slot_and_what_is_deeper) {
    for (uint64_t slot : {1000, 900, 800, 700})
        ASSERT_TRUE(shadow_stack_push(&stack, slot));
    shadow_stack_pop(&stack, 699);
    EXPECT_EQ(shadow_stack_top(&stack), 700u);
    shadow_stack_pop(&stack, 800);
    EXPECT_EQ(shadow_stack_top(&stack), 900u);
}

TEST_F(ShadowStackTest, a_call_from_further_out_pops_what_longjmp_left) {
    for (uint64_t slot : {1000, 900, 800, 950})
        ASSERT_TRUE(shadow_stack_push(&stack, slot));
    EXPECT_EQ(shadow_stack_top(&stack), 950u);
    EXPECT_EQ(stack.count, 2u);
}

TEST_F(ShadowStackTest, marks_last_as_long_as_their_call) {
    ASSERT_TRUE(shadow_stack_push(&stack, 1000));
    shadow_stack_mark(&stack, 1);
    ASSERT_TRUE(shadow_stack_push(&stack, 900));
    shadow_stack_mark(&stack, 4);
    shadow_stack_mark(&stack, 2);
    EXPECT_EQ(shadow_stack_running(&stack), 7u);
    shadow_stack_pop(&stack, 900);
    EXPECT_EQ(shadow_stack_running(&stack), 1u);
    ASSERT_TRUE(shadow_stack_push(&stack, 900));
    EXPECT_EQ(shadow_stack_running(&stack), 1u);
}

TEST_F(ShadowStackTest, recursion_may_be_deep) {
    for (uint64_t i = 0; i < 100000; ++i)
        ASSERT_TRUE(shadow_stack_push(&stack, 10000000 - 16 * i));
    EXPECT_EQ(stack.count, 100000u);
    shadow_stack_pop(&stack, 10000000);
    EXPECT_EQ(stack.count, 0u);
}

} // namespace
