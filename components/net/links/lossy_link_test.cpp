// SPDX-License-Identifier: BSD-2-Clause
// Tests of a bad cable.
#include <net/links/lossy_link.hpp>

#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::links {
namespace {

using testing::Bytes;

struct NetLossyLink : ::testing::Test {
    struct OwnBuffers : Buffers {
        BufferPool& pool() override { return all.pool(); }
        testing::TestBuffers all{64};
    } buffers;
    testing::TestLink beneath{1};
    testing::TestReceiver above;

    struct Bound : LossyLink {
        using LossyLink::LossyLink;
        void bind(Receiver& receiver) { above.bind(receiver); }
    };

    /// What comes of a thousand numbered frames, sent or received.
    std::vector<Bytes> fates(u32 lost, u32 repeated, u32 late, bool is_sending = true,
                             u32 damaged = 0) {
        Bound link({.link = beneath, .buffers = buffers}, {.lost_per_mille = lost,
                                                           .repeated_per_mille = repeated,
                                                           .late_per_mille = late,
                                                           .damaged_per_mille = damaged,
                                                           .seed = 42});
        link.bind(above);
        above.frames.clear();
        for (u32 i = 0; i < 1000; ++i) {
            Message frame = buffers.all.message({static_cast<u8>(i), static_cast<u8>(i >> 8)});
            if (!is_sending)
                link.received(frame);
            else if (link.send(frame).is_error())
                ADD_FAILURE();
        }
        return is_sending ? beneath.take() : above.frames;
    }
};

TEST_F(NetLossyLink, frames_are_lost_and_repeated_in_proportion_and_the_same_by_a_seed) {
    EXPECT_EQ(fates(0, 0, 0).size(), 1000u);
    EXPECT_NEAR(fates(200, 0, 0).size(), 800, 50);
    EXPECT_NEAR(fates(0, 200, 0).size(), 1200, 50);
    EXPECT_EQ(fates(1000, 0, 0).size(), 0u);
    EXPECT_EQ(fates(200, 100, 50), fates(200, 100, 50));
    EXPECT_EQ(fates(200, 100, 50, false), fates(200, 100, 50, true));
    EXPECT_EQ(buffers.all.used(), 0u);
}

TEST_F(NetLossyLink, late_frames_come_after_the_next) {
    auto const came = fates(0, 0, 100);
    EXPECT_GE(came.size(), 999u);
    u32 overtaken = 0;
    for (usize i = 1; i < came.size(); ++i) {
        int const step = (came[i][0] | came[i][1] << 8) - (came[i - 1][0] | came[i - 1][1] << 8);
        EXPECT_LE(std::abs(step), 3);
        overtaken += step < 0;
    }
    EXPECT_NEAR(overtaken, 100, 40);
}

TEST_F(NetLossyLink, a_bit_of_a_damaged_frame_is_wrong_and_its_sender_keeps_what_it_sent) {
    auto const came = fates(0, 0, 0, true, 100);
    ASSERT_EQ(came.size(), 1000u);
    u32 damaged = 0;
    for (u32 i = 0; i < 1000; ++i) {
        int const wrong = __builtin_popcount((came[i][0] | came[i][1] << 8) ^ i);
        EXPECT_LE(wrong, 1);
        damaged += wrong;
    }
    EXPECT_NEAR(damaged, 100, 40);
    Message kept = buffers.all.message({1, 2, 3}), frame(buffers.all.pool());
    ASSERT_TRUE(kept.share_with(frame).is_ok());
    Bound link({.link = beneath, .buffers = buffers}, {.lost_per_mille = 0,
                                                       .repeated_per_mille = 0,
                                                       .late_per_mille = 0,
                                                       .damaged_per_mille = 1000,
                                                       .seed = 1});
    ASSERT_TRUE(link.send(frame).is_ok());
    EXPECT_NE(beneath.take().at(0), (Bytes{1, 2, 3}));
    EXPECT_EQ(testing::bytes_of(kept), (Bytes{1, 2, 3}));
}

} // namespace
} // namespace flat::net::links
