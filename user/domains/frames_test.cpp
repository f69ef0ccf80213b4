// SPDX-License-Identifier: BSD-2-Clause
// No frame is lost, given twice, or given while somebody else can still use it.
#include "frames.hpp"

#include <cstring>
#include <gtest/gtest.h>
#include <set>

namespace domains {
namespace {

using l4::Word;

constexpr unsigned memory_frames = 1200;
alignas(4096) unsigned char memory[memory_frames][4096];
unsigned got = 0;
std::set<Word> revoked;

flat::Maybe<Word> get() {
    if (got == memory_frames) return flat::nothing;
    return flat::address_of(memory[got++]);
}

void revoke(Word frame) {
    revoked.insert(frame);
}

class DomainFrames : public ::testing::Test {
protected:
    DomainFrames() {
        got = 0;
        revoked.clear();
    }

    /// So many frames in a list, each full of what a domain writes.
    void fill(FrameList& list, unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            auto const frame = frames.take();
            ASSERT_TRUE(frame);
            EXPECT_TRUE(taken.insert(*frame).second);
            ASSERT_TRUE(list.add(frames, *frame));
            std::memset(flat::pointer_to<void>(*frame), 0xee, 4096);
        }
    }

    Frames frames{get, revoke};
    std::set<Word> taken;
};

TEST_F(DomainFrames, what_a_list_gives_back_others_get_and_nothing_is_got_anew) {
    for (unsigned round = 0; round < 20; ++round) {
        FrameList list;
        fill(list, 1100);
        EXPECT_EQ(frames.all(), 1103U) << "three frames hold the list";
        EXPECT_EQ(frames.free(), 0U);
        list.give_all(frames);
        EXPECT_EQ(frames.free(), 1103U);
        taken.clear();
    }
    EXPECT_EQ(got, 1103U);
}

TEST_F(DomainFrames, a_frame_is_taken_from_all_before_it_is_given_again) {
    FrameList list;
    fill(list, 5);
    EXPECT_TRUE(revoked.empty());
    list.give_all(frames);
    for (Word const frame : taken)
        EXPECT_TRUE(revoked.contains(frame));
}

TEST_F(DomainFrames, without_memory_nothing_is_taken_and_all_can_be_given_back) {
    FrameList list;
    fill(list, memory_frames - 3);
    EXPECT_FALSE(frames.take());
    list.give_all(frames);
    EXPECT_EQ(frames.free(), frames.all());
    EXPECT_EQ(frames.all(), memory_frames);
}

TEST_F(DomainFrames, a_frame_for_which_the_list_has_no_room_is_not_remembered) {
    FrameList list;
    fill(list, 510);
    FrameList rest;
    fill(rest, memory_frames - 510 - 1 - 3);
    auto const last = frames.take();
    ASSERT_TRUE(last);
    EXPECT_FALSE(list.add(frames, *last));
    frames.give(*last);
    EXPECT_TRUE(rest.add(frames, *frames.take()));
}

} // namespace
} // namespace domains
