// SPDX-License-Identifier: BSD-2-Clause
// Tests of spans and texts.
#include <core/span.hpp>
#include <core/text.hpp>

#include <gtest/gtest.h>

namespace flat {
namespace {

TEST(CoreSpan, parts_share_the_objects) {
    u32 numbers[] = {1, 2, 3, 4};
    Span<u32> const all = numbers;
    EXPECT_EQ(all.size(), 4u);
    EXPECT_EQ(all.size_bytes(), 16u);
    all.part(1, 2)[1] = 30;
    EXPECT_EQ(numbers[2], 30u);
    EXPECT_EQ(all.first(2).size(), 2u);
    EXPECT_TRUE(all.after(4).is_empty());
}

TEST(CoreSpan, leaving_its_bounds_is_found_out) {
    u32 numbers[] = {1, 2};
    Span<u32 const> const all = numbers;
    EXPECT_EXIT(static_cast<void>(all[2]), testing::ExitedWithCode(101), "index < size_");
    EXPECT_EXIT(all.first(3), testing::ExitedWithCode(101), "count <= size_");
    EXPECT_EXIT(all.after(3), testing::ExitedWithCode(101), "count <= size_");
}

TEST(CoreSpan, objects_can_be_seen_as_bytes) {
    u16 numbers[] = {0x0201, 0x0403};
    Span<u8 const> const bytes = bytes_of(Span<u16 const>(numbers));
    ASSERT_EQ(bytes.size(), 4u);
    EXPECT_EQ(bytes[3], 4);
    writable_bytes_of(Span<u16>(numbers))[0] = 9;
    EXPECT_EQ(numbers[0], 0x0209);
}

TEST(CoreText, compares_by_its_characters) {
    EXPECT_EQ(Text("abc"), Text("abcd").first(3));
    EXPECT_FALSE(Text("abc") == Text("abd"));
    EXPECT_FALSE(Text("abc") == Text("ab"));
    EXPECT_EQ(Text(""), Text());
    EXPECT_TRUE(Text("abc").starts_with("ab"));
    EXPECT_TRUE(Text("abc").starts_with(""));
    EXPECT_FALSE(Text("a").starts_with("ab"));
}

TEST(CoreText, is_ordered_as_in_a_dictionary) {
    EXPECT_TRUE(Text("abc") < Text("abd"));
    EXPECT_TRUE(Text("ab") < Text("abc"));
    EXPECT_TRUE(Text("b") < Text("\xc3"));
    EXPECT_FALSE(Text("abc") < Text("abc"));
    EXPECT_FALSE(Text("b") < Text("abc"));
    EXPECT_FALSE(Text("") < Text(""));
}

TEST(CoreText, becomes_bytes_and_back) {
    EXPECT_EQ(Text::from_bytes(Text("abc").bytes()), "abc");
    EXPECT_EQ(Text("abc").after(1).bytes()[0], 'b');
}

TEST(CoreText, writes_as_much_as_there_is_room_for) {
    u8 room[4] = {9, 9, 9, 9};
    EXPECT_EQ(Text("abc").write_to(Span<u8>(room).first(2)), 3u);
    EXPECT_EQ(Text::from_bytes(Span<u8 const>(room).first(2)), "ab");
    EXPECT_EQ(room[2], 9);
    EXPECT_EQ(Text("abc").write_to({}), 3u);
    EXPECT_EQ(Text().write_to(room), 0u);
}

} // namespace
} // namespace flat
