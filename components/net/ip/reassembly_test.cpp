// SPDX-License-Identifier: BSD-2-Clause
// Tests of putting datagrams together again.
#include <net/ip/reassembly.hpp>

#include <net/ip/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::ip {
namespace {

using namespace testing;
using Outcome = Reassembly::Outcome;

class NetIpReassembly : public ::testing::Test, private Reassembly::Listener {
protected:
    Outcome add(u32 begin, u32 end, bool is_last, u16 id = 1) {
        PacketForm form;
        form.id = id;
        form.fragment = static_cast<u16>(begin / 8 | (is_last ? 0 : PacketHeader::more_fragments));
        Bytes const part(data.begin() + begin, data.begin() + end);
        Bytes const bytes = packet(form, part);
        Reassembly::Beginning beginning;
        beginning.size = 28;
        std::copy_n(bytes.begin(), std::min<usize>(bytes.size(), 28), beginning.bytes);
        Message message = buffers.all.message(part);
        Outcome const outcome =
            reassembly.add(PacketHeader::read(bytes.data()), beginning, message);
        whole = bytes_of(message);
        return outcome;
    }
    void given_up(Reassembly::Beginning const& beginning) override {
        given_up_sizes.push_back(beginning.size);
    }

    OwnBuffers buffers{64};
    TestAllocator allocator;
    TestAlarms alarms;
    Reassembly reassembly{alarms, allocator, buffers.pool(), *this, 2, 8};
    Bytes const data = pattern(4096);
    Bytes whole;
    std::vector<u32> given_up_sizes;
};

TEST_F(NetIpReassembly, the_last_fragment_that_comes_completes_it) {
    EXPECT_EQ(add(8, 16, false), Outcome::kept);
    EXPECT_EQ(add(16, 19, true), Outcome::kept);
    EXPECT_EQ(add(0, 8, false), Outcome::complete);
    EXPECT_EQ(whole, Bytes(data.begin(), data.begin() + 19));
    EXPECT_EQ(buffers.all.used(), 0u);
}

TEST_F(NetIpReassembly, datagrams_do_not_mix) {
    EXPECT_EQ(add(0, 8, false, 1), Outcome::kept);
    EXPECT_EQ(add(0, 8, false, 2), Outcome::kept);
    EXPECT_EQ(add(8, 16, true, 2), Outcome::complete);
    EXPECT_EQ(add(8, 24, true, 1), Outcome::complete);
    EXPECT_EQ(whole.size(), 24u);
}

TEST_F(NetIpReassembly, overlapping_fragments_end_the_datagram) {
    EXPECT_EQ(add(0, 16, false), Outcome::kept);
    EXPECT_EQ(add(8, 24, true), Outcome::dropped); // as teardrop did
    EXPECT_EQ(buffers.all.used(), 0u);
    EXPECT_EQ(add(0, 16, false), Outcome::kept);
    EXPECT_EQ(add(0, 8, false), Outcome::dropped); // the same place, another length
    EXPECT_EQ(add(16, 24, true), Outcome::kept);
    EXPECT_EQ(add(0, 16, false), Outcome::complete);
}

TEST_F(NetIpReassembly, the_same_fragment_twice_does_no_harm) {
    EXPECT_EQ(add(0, 16, false), Outcome::kept);
    EXPECT_EQ(add(0, 16, false), Outcome::dropped);
    EXPECT_EQ(add(16, 24, true), Outcome::complete);
    EXPECT_EQ(whole.size(), 24u);
}

TEST_F(NetIpReassembly, fragments_after_the_end_or_a_second_end_end_it) {
    EXPECT_EQ(add(8, 16, true), Outcome::kept);
    EXPECT_EQ(add(16, 24, false), Outcome::dropped);
    EXPECT_EQ(add(8, 16, true), Outcome::kept);
    EXPECT_EQ(add(16, 24, true), Outcome::dropped);
    EXPECT_EQ(add(16, 24, false), Outcome::kept);
    EXPECT_EQ(add(8, 16, true), Outcome::dropped);
    EXPECT_EQ(buffers.all.used(), 0u);
}

TEST_F(NetIpReassembly, fragments_that_cannot_be_are_dropped) {
    EXPECT_EQ(add(0, 7, false), Outcome::dropped);
    EXPECT_EQ(add(0, 0, false), Outcome::dropped);
    EXPECT_EQ(buffers.all.used(), 0u);
}

TEST_F(NetIpReassembly, the_oldest_makes_room_and_there_are_never_more_fragments_than_allowed) {
    EXPECT_EQ(add(0, 8, false, 1), Outcome::kept);
    alarms.pass_ms(10);
    EXPECT_EQ(add(0, 8, false, 2), Outcome::kept);
    alarms.pass_ms(10);
    EXPECT_EQ(add(0, 8, false, 3), Outcome::kept);
    EXPECT_EQ(add(8, 16, true, 2), Outcome::complete);
    EXPECT_EQ(add(8, 16, true, 1), Outcome::kept); // its first one was given up
    for (u32 i = 1; i < 7; ++i)
        EXPECT_EQ(add(i * 8, i * 8 + 8, false, 3), Outcome::kept) << i;
    EXPECT_EQ(add(56, 64, false, 3), Outcome::dropped);
    EXPECT_EQ(buffers.all.used(), 1u);
}

TEST_F(NetIpReassembly, what_is_not_complete_in_time_is_given_up) {
    EXPECT_EQ(add(0, 8, false, 1), Outcome::kept);
    EXPECT_EQ(add(8, 16, false, 2), Outcome::kept);
    alarms.pass_ms(29'000);
    EXPECT_TRUE(given_up_sizes.empty());
    alarms.pass_ms(3'000);
    EXPECT_EQ(given_up_sizes, (std::vector<u32>{28, 0}));
    EXPECT_EQ(buffers.all.used(), 0u);
    EXPECT_TRUE(alarms.is_idle());
}

} // namespace
} // namespace flat::net::ip
