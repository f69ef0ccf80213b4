// SPDX-License-Identifier: BSD-2-Clause
// Tests of Ethernet as a protocol.
#include <net/ethernet.hpp>

#include <net/hardware_address.hpp>
#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net {
namespace {

using testing::after;
using testing::Bytes;
using testing::hex;
using testing::operator+;
using testing::pattern;

constexpr u64 own = 0x525400123456;
constexpr u64 other = 0x525400abcdef;
constexpr u16 type = 0x88b5;

class NetEthernet : public ::testing::Test {
protected:
    ~NetEthernet() override { EXPECT_EQ(buffers.used(), 0u); }

    void receive(Bytes const& bytes) {
        Message frame = buffers.message(bytes);
        ethernet.received(frame);
    }

    testing::TestBuffers buffers{16};
    testing::TestAllocator allocator;
    testing::TestLink link{own};
    testing::TestUpper upper;
    Ethernet ethernet{{.link = link, .allocator = allocator}, {}};
};

TEST_F(NetEthernet, a_session_puts_addresses_and_type_before_each_message) {
    Session& session = *ethernet.open(nullptr, {0, other, type, type}).value();
    Message message = buffers.message(pattern(100));
    ASSERT_TRUE(session.push(message).is_ok());
    ASSERT_EQ(link.sent.size(), 1u);
    EXPECT_EQ(link.sent[0], hex("525400abcdef 525400123456 88b5") + pattern(100));
    EXPECT_EQ(session.participants(), (Participants{own, other, type, type}));
    session.release();
}

TEST_F(NetEthernet, a_frame_goes_to_who_wants_its_type) {
    ASSERT_TRUE(ethernet.open_enable(upper, {0, 0, type, type}).is_ok());
    receive(hex("525400123456 525400abcdef 88b5 01020304"));
    receive(hex("ffffffffffff 525400abcdef 88b5 05"));
    receive(hex("525400123456 525400abcdef 88b6 06"));
    ASSERT_EQ(upper.deliveries.size(), 2u);
    EXPECT_EQ(upper.deliveries[0].participants, (Participants{own, other, type, type}));
    EXPECT_EQ(upper.deliveries[0].bytes, hex("01020304"));
    EXPECT_EQ(upper.deliveries[1].participants.local, all_cards);
    EXPECT_EQ(ethernet.dropped(), 1u);
    ethernet.open_disable({0, 0, type, type});
    receive(hex("525400123456 525400abcdef 88b5 01020304"));
    EXPECT_EQ(ethernet.dropped(), 2u);
}

TEST_F(NetEthernet, what_a_session_hears_is_from_its_other_end_only) {
    testing::TestUpper everyone;
    ASSERT_TRUE(ethernet.open_enable(everyone, {0, 0, type, type}).is_ok());
    Session& session = *ethernet.open(&upper, {0, other, type, type}).value();
    receive(hex("525400123456 525400abcdef 88b5 01"));
    receive(hex("525400123456 525400abcdee 88b5 02"));
    EXPECT_EQ(upper.deliveries.size(), 1u);
    EXPECT_EQ(everyone.deliveries.size(), 1u);
    session.release();
    receive(hex("525400123456 525400abcdef 88b5 03"));
    EXPECT_EQ(everyone.deliveries.size(), 2u);
}

TEST_F(NetEthernet, runts_lengths_and_frames_to_others_are_dropped) {
    ASSERT_TRUE(ethernet.open_enable(upper, {0, 0, type, type}).is_ok());
    receive(hex("525400123456 525400abcdef 88"));
    receive({});
    receive(hex("525400123456 525400abcdef 0004 01020304"));
    receive(hex("525400123457 525400abcdef 88b5 01020304"));
    EXPECT_EQ(ethernet.dropped(), 4u);
    EXPECT_TRUE(upper.deliveries.empty());
}

TEST_F(NetEthernet, participants_that_make_no_sense_are_refused) {
    EXPECT_EQ(ethernet.open(nullptr, {0, other, 4, 4}).error().code, NetworkError::invalid);
    EXPECT_EQ(ethernet.open(nullptr, {0, other, type, 0}).error().code, NetworkError::invalid);
    EXPECT_EQ(ethernet.open(nullptr, {0, 0, type, type}).error().code, NetworkError::invalid);
    EXPECT_EQ(ethernet.open(nullptr, {0, u64(1) << 48, type, type}).error().code,
              NetworkError::invalid);
    allocator.left = 0;
    EXPECT_EQ(ethernet.open(nullptr, {0, other, type, type}).error().code, NetworkError::exhausted);
    u8 const hint[3] = {};
    EXPECT_TRUE(ethernet.create({hint, 3}).is_error());
}

TEST_F(NetEthernet, what_the_link_does_not_take_is_given_up) {
    Participants const participants{0, other, type, type};
    auto const created = ethernet.create(bytes_of(Span<Participants const>(&participants, 1)));
    auto& session = *narrow_to<Session>(*created.value());
    link.is_full = true;
    Message message = buffers.message(pattern(100));
    EXPECT_EQ(session.push(message).error().code, NetworkError::full);
    EXPECT_TRUE(message.is_empty());
    session.release();
}

} // namespace
} // namespace flat::net
