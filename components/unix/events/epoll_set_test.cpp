// SPDX-License-Identifier: BSD-2-Clause
// Tests of sets of files that a program waits for.
#include <unix/events/epoll_set.hpp>

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace flat::unix::events {
namespace {

using Event = EpollSet::Event;
using Interest = EpollSet::Interest;

constexpr u32 in = 1;
constexpr u32 out = 4;
constexpr u32 hung_up = 16;

class UnixEpollSet : public ::testing::Test {
protected:
    UnixEpollSet() {
        for (u32 i = 0; i < 3; ++i) {
            interests[i].descriptor = 10 + i;
            EpollSet::change(interests[i], {in, 100 + i});
            set.add(interests[i]);
        }
    }

    /// The files that are reported to a program, and what of them.
    std::vector<std::pair<u64, u32>> collect(u64 now = 0, usize count = 8) {
        Event events[8];
        u32 const found = set.collect(
            Span<Event>(events).first(count), now,
            [this](Interest const& each) {
                auto const can = files.find(each.descriptor);
                return can != files.end() ? EpollSet::Look{true, can->second}
                                          : EpollSet::Look{false, 0};
            },
            [this](Interest& each) { gone.push_back(each.descriptor); });
        std::vector<std::pair<u64, u32>> told;
        for (u32 i = 0; i < found; ++i)
            told.emplace_back(u64{events[i].data}, u32{events[i].bits});
        return told;
    }

    using Told = std::vector<std::pair<u64, u32>>;

    EpollSet set;
    Interest interests[3];
    std::map<u32, u32> files = {{10, 0}, {11, 0}, {12, 0}};
    std::vector<u32> gone;
};

TEST_F(UnixEpollSet, tells_what_is_wanted_as_often_as_it_is_asked) {
    files[11] = in | out;
    EXPECT_EQ(collect(), (Told{{101, in}}));
    EXPECT_EQ(collect(), (Told{{101, in}}));
    files[11] = 0;
    EXPECT_EQ(collect(), Told());
}

TEST_F(UnixEpollSet, tells_of_an_end_in_any_case) {
    EpollSet::change(interests[0], {out, 5});
    files[10] = hung_up;
    EXPECT_EQ(collect(), (Told{{5, hung_up}}));
}

TEST_F(UnixEpollSet, goes_on_after_the_last_one_where_there_is_no_room_for_all) {
    files = {{10, in}, {11, in}, {12, in}};
    EXPECT_EQ(collect(0, 2), (Told{{100, in}, {101, in}}));
    EXPECT_EQ(collect(0, 2), (Told{{102, in}, {100, in}}));
    EXPECT_EQ(collect(0, 1), (Told{{101, in}}));
}

TEST_F(UnixEpollSet, once_is_once_until_it_is_wanted_again) {
    EpollSet::change(interests[0], {in | EpollSet::once, 5});
    files[10] = in;
    EXPECT_EQ(collect(), (Told{{5, in}}));
    EXPECT_EQ(collect(), Told());
    EpollSet::change(interests[0], {in | EpollSet::once, 6});
    EXPECT_EQ(collect(), (Told{{6, in}}));
}

TEST_F(UnixEpollSet, an_edge_is_told_again_only_after_a_change) {
    EpollSet::change(interests[0], {in | EpollSet::on_edge, 5});
    files[10] = in;
    EXPECT_EQ(collect(1), (Told{{5, in}}));
    EXPECT_EQ(collect(1), Told());
    EXPECT_EQ(collect(2), (Told{{5, in}})); // something came, perhaps here
    files[10] = 0;
    EXPECT_EQ(collect(2), Told());
    files[10] = in;
    EXPECT_EQ(collect(2), (Told{{5, in}}));
}

TEST_F(UnixEpollSet, a_file_that_is_closed_is_in_the_set_no_more) {
    files.erase(11);
    EXPECT_EQ(collect(), Told());
    EXPECT_EQ(gone, std::vector<u32>{11});
    EXPECT_EQ(set.find(11), nullptr);
    EXPECT_NE(set.find(12), nullptr);
}

} // namespace
} // namespace flat::unix::events
