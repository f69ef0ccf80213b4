// SPDX-License-Identifier: BSD-2-Clause
// Tests of what one memory can give.
#include <demo/sharing/litmus_programs.hpp>

#include <gtest/gtest.h>

namespace flat::demo::sharing {
namespace {

bool is_allowed(u32 program, LitmusResult const& result) {
    return is_sequential(litmus_programs()[program], result);
}

TEST(LitmusPrograms, one_memory_forbids_what_store_buffers_show) {
    EXPECT_FALSE(is_allowed(0, {{{0, 0}, {0, 0}}}));
    EXPECT_TRUE(is_allowed(0, {{{0, 0}, {0, 1}}}));
    EXPECT_TRUE(is_allowed(0, {{{0, 1}, {0, 1}}}));
}

TEST(LitmusPrograms, a_message_comes_after_what_it_tells_of) {
    EXPECT_FALSE(is_allowed(1, {{{}, {1, 0}}}));
    EXPECT_TRUE(is_allowed(1, {{{}, {0, 1}}}));
    EXPECT_TRUE(is_allowed(1, {{{}, {1, 1}}}));
}

TEST(LitmusPrograms, no_load_finds_what_is_stored_because_of_it) {
    EXPECT_FALSE(is_allowed(2, {{{1}, {1}}}));
    EXPECT_TRUE(is_allowed(2, {{{1}, {0}}}));
}

TEST(LitmusPrograms, all_see_writes_in_one_order) {
    EXPECT_FALSE(is_allowed(3, {{{}, {}, {1, 0}, {1, 0}}}));
    EXPECT_TRUE(is_allowed(3, {{{}, {}, {1, 0}, {1, 1}}}));
}

TEST(LitmusPrograms, a_word_does_not_go_back) {
    EXPECT_FALSE(is_allowed(4, {{{}, {2, 1}, {}, {}}}));
    EXPECT_FALSE(is_allowed(4, {{{}, {1, 0}, {}, {}}}));
    EXPECT_TRUE(is_allowed(4, {{{}, {0, 2}, {1, 1}, {2, 2}}}));
    EXPECT_FALSE(is_allowed(4, {{{}, {3, 3}, {}, {}}})) << "which nobody has stored";
}

} // namespace
} // namespace flat::demo::sharing
