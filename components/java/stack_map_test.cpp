// SPDX-License-Identifier: BSD-2-Clause
// Tests of stack maps.
#include <java/stack_map.hpp>

#include <gtest/gtest.h>
#include <vector>

namespace flat::java {
namespace {

StackMapTable table(std::vector<u8> const& bytes) {
    return StackMapTable(Span<u8 const>(bytes.data(), bytes.size()));
}

TEST(StackMap, has_frames_of_all_kinds) {
    std::vector<u8> const bytes = {
        0,      6,                         // frames
        5,                                 // same
        64 + 7, 1,                         // one on the stack
        247,    1, 2, 7, 0, 9,             // the same, extended
        249,    0, 3,                      // chop
        253,    0, 4, 4, 8, 0, 6,          // append two
        255,    0, 5, 0, 1, 6, 0, 2, 5, 3, // full
    };
    auto frames = table(bytes);
    auto const same = frames.next();
    ASSERT_TRUE(same && same->kind == FrameKind::same && same->offset_delta == 5);
    auto one = frames.next();
    ASSERT_TRUE(one && one->kind == FrameKind::same && one->offset_delta == 7);
    EXPECT_EQ(one->stack.left(), 1u);
    EXPECT_TRUE(one->stack.next()->kind == TypeKind::integer);
    auto extended = frames.next();
    ASSERT_TRUE(extended && extended->offset_delta == 258);
    EXPECT_EQ(extended->stack.next()->operand, 9);
    auto const chop = frames.next();
    ASSERT_TRUE(chop && chop->kind == FrameKind::chop);
    EXPECT_EQ(chop->chopped, 2);
    auto append = frames.next();
    ASSERT_TRUE(append && append->kind == FrameKind::append);
    EXPECT_EQ(append->locals.left(), 2u);
    EXPECT_TRUE(append->locals.next()->kind == TypeKind::long_);
    EXPECT_EQ(append->locals.next()->operand, 6);
    EXPECT_FALSE(append->locals.next());
    auto full = frames.next();
    ASSERT_TRUE(full && full->kind == FrameKind::full);
    EXPECT_EQ(full->locals.left(), 1u);
    EXPECT_EQ(full->stack.left(), 2u);
    EXPECT_FALSE(frames.next());
    EXPECT_TRUE(frames.is_right());
}

TEST(StackMap, that_is_broken_ends_where_it_is) {
    std::vector<std::vector<u8>> const broken = {
        {0, 1}, {0, 1, 200}, {0, 1, 64, 9}, {0, 1, 64, 7, 0}, {0, 0, 1}, {0, 1, 255, 0, 0, 0, 1},
    };
    for (auto const& each : broken) {
        auto frames = table(each);
        while (frames.next())
            continue;
        EXPECT_FALSE(frames.is_right());
    }
}

} // namespace
} // namespace flat::java
