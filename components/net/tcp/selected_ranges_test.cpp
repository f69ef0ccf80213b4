// SPDX-License-Identifier: BSD-2-Clause
// Tests of ranges that a receiver has selected.
#include <net/tcp/selected_ranges.hpp>

#include <gtest/gtest.h>
#include <random>
#include <set>

namespace flat::net::tcp {
namespace {

/// All ranges from a number on, as what is missing between them says.
std::vector<Range> holes(SelectedRanges const& ranges, u32 from) {
    std::vector<Range> all;
    for (Range hole = ranges.hole_from(from); !hole.is_empty(); hole = ranges.hole_from(hole.end))
        all.push_back(hole);
    return all;
}

TEST(NetTcpSelectedRanges, ranges_that_touch_become_one) {
    SelectedRanges ranges;
    EXPECT_TRUE(ranges.add({300, 400}));
    EXPECT_TRUE(ranges.add({100, 200}));
    EXPECT_FALSE(ranges.add({120, 200}));
    EXPECT_EQ(holes(ranges, 50), (std::vector<Range>{{50, 100}, {200, 300}}));
    EXPECT_TRUE(ranges.add({200, 300}));
    EXPECT_EQ(holes(ranges, 50), (std::vector<Range>{{50, 100}}));
    EXPECT_EQ(ranges.skip(250), 400u);
    EXPECT_EQ(ranges.skip(400), 400u);
    EXPECT_TRUE(ranges.add({50, 500}));
    EXPECT_TRUE(holes(ranges, 50).empty());
}

TEST(NetTcpSelectedRanges, numbers_wrap_around) {
    SelectedRanges ranges;
    EXPECT_TRUE(ranges.add({0xffffff00, 0x100}));
    EXPECT_EQ(holes(ranges, 0xfffffe00), (std::vector<Range>{{0xfffffe00, 0xffffff00}}));
    EXPECT_EQ(ranges.skip(0), 0x100u);
    ranges.remove_before(0x100);
    EXPECT_TRUE(ranges.is_empty());
}

TEST(NetTcpSelectedRanges, what_finds_no_room_is_forgotten) {
    SelectedRanges ranges;
    for (u32 i = 0; i < SelectedRanges::ranges_max; ++i)
        EXPECT_TRUE(ranges.add({i * 100 + 50, i * 100 + 60}));
    EXPECT_FALSE(ranges.add({1, 2}));
    EXPECT_TRUE(ranges.add({60, 150})); // joins two
    EXPECT_TRUE(ranges.add({1, 2}));
    ranges.remove_before(155);
    EXPECT_EQ(ranges.hole_from(0).end, 50u); // which an acknowledgement cannot cut
    ranges.remove_before(160);
    EXPECT_EQ(ranges.hole_from(160).end, 250u);
}

TEST(NetTcpSelectedRanges, are_what_a_set_of_numbers_is) {
    std::mt19937 random(1);
    for (u32 round = 0; round < 200; ++round) {
        SelectedRanges ranges;
        std::set<u32> numbers;
        u32 const base = random();
        for (u32 i = 0; i < 6; ++i) {
            u32 const begin = random() % 60;
            u32 const end = begin + 1 + random() % 20;
            bool is_news = false;
            for (u32 each = begin; each < end; ++each)
                is_news = numbers.insert(each).second || is_news;
            EXPECT_EQ(ranges.add({base + begin, base + end}), is_news);
        }
        for (u32 from = 0; from < 90; ++from) {
            u32 first = from;
            while (numbers.count(first) != 0)
                ++first;
            EXPECT_EQ(ranges.skip(base + from), base + first);
        }
    }
}

} // namespace
} // namespace flat::net::tcp
