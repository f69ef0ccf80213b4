// SPDX-License-Identifier: BSD-2-Clause
// Tests of datagrams in frames of Ethernet.
#include <net/datagrams/ethernet_datagrams.hpp>

#include <core/text.hpp>
#include <net/ethernet.hpp>
#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::datagrams {
namespace {

using testing::Bytes;
using testing::hex;
using testing::operator+;
using testing::pattern;

constexpr u64 own = 0x525400123456;
constexpr u64 other = 0x525400abcdef;

class NetEthernetDatagrams : public ::testing::Test {
protected:
    void receive_frame(Bytes const& bytes) {
        Message frame = buffers.all.message(bytes);
        ethernet.received(frame);
    }
    static Bytes from_other(Bytes const& payload) {
        return hex("525400123456 525400abcdef 88b5") + payload;
    }
    bool send(usize bytes, u64 to = other) {
        Bytes const sent = pattern(bytes);
        return datagrams.send({sent.data(), sent.size()}, to).is_ok();
    }
    Datagrams::Arrived receive(Bytes& room, u64 timeout_ns = 1000) {
        return datagrams.receive({room.data(), room.size()}, timeout_ns).value();
    }

    testing::OwnBuffers buffers{16};
    testing::TestAllocator allocator;
    testing::TestAlarms alarms;
    testing::TestThreads threads;
    testing::TestLink link{own};
    Ethernet ethernet{{.link = link, .allocator = allocator}, {}};
    EthernetDatagrams datagrams{{.ethernet = ethernet,
                                 .buffers = buffers,
                                 .allocator = allocator,
                                 .threads = threads,
                                 .alarms = alarms},
                                {.type = 0x88b5, .waiting = 2}};
};

TEST_F(NetEthernetDatagrams, a_datagram_comes_after_a_mark_and_its_length) {
    ASSERT_TRUE(send(100));
    ASSERT_TRUE(send(0, own));
    ASSERT_TRUE(send(datagrams.bytes_max()));
    EXPECT_FALSE(send(datagrams.bytes_max() + 1));
    ASSERT_EQ(link.sent.size(), 3u);
    EXPECT_EQ(link.sent[0], hex("525400abcdef 525400123456 88b5 464c 0064") + pattern(100));
    EXPECT_EQ(link.sent[1], hex("525400123456 525400123456 88b5 464c 0000"));
    EXPECT_EQ(link.sent[2].size(), 1514u);
}

TEST_F(NetEthernetDatagrams, to_one_card_a_session_is_opened_once) {
    usize const before = allocator.taken();
    ASSERT_TRUE(send(1));
    usize const with_one = allocator.taken();
    EXPECT_GT(with_one, before);
    for (u64 const to : {other, own, own})
        ASSERT_TRUE(send(1, to));
    EXPECT_EQ(allocator.taken(), with_one);
}

TEST_F(NetEthernetDatagrams, a_padded_frame_is_as_long_as_it_says) {
    receive_frame(from_other(hex("464c 0003 010203") + Bytes(40, 0xee)));
    Bytes room(100);
    auto const [bytes, sender, left_ns] = receive(room);
    EXPECT_EQ(bytes, 3u);
    EXPECT_EQ(sender, other);
    EXPECT_EQ(left_ns, 1000u);
    EXPECT_EQ(testing::first(room, 4), hex("01020300"));
}

TEST_F(NetEthernetDatagrams, what_is_not_ours_is_nobodys) {
    for (char const* const each : {"", "46", "464c00", "464c0001", "464c0003 0102", "474c0001 01"})
        receive_frame(from_other(hex(each)));
    EXPECT_EQ(ethernet.dropped(), 6u);
    EXPECT_EQ(datagrams.dropped(), 0u);
}

TEST_F(NetEthernetDatagrams, what_has_no_place_is_lost) {
    for (u8 const each : {1, 2, 3})
        receive_frame(from_other(hex("464c 0001") + Bytes{each}));
    Bytes room(1);
    for (u8 const expected : {1, 2}) {
        EXPECT_EQ(receive(room).bytes, 1u);
        EXPECT_EQ(room[0], expected);
    }
    EXPECT_EQ(datagrams.dropped(), 1u);
}

TEST_F(NetEthernetDatagrams, a_receiver_waits_until_one_comes_or_the_time_is_over) {
    threads.meanwhile = {[&] {
                             alarms.pass(300);
                             receive_frame(from_other(hex("464c 0001 07")));
                         },
                         [&] { alarms.pass(2000); }};
    Bytes room(1);
    EXPECT_EQ(receive(room), (Datagrams::Arrived{1, other, 700}));
    EXPECT_EQ(receive(room), (Datagrams::Arrived{0, 0, 0}));
    EXPECT_TRUE(alarms.is_idle());
}

TEST_F(NetEthernetDatagrams, an_address_is_that_of_one_card) {
    auto const address = [&](char const* text) { return datagrams.address(Text(text).bytes()); };
    EXPECT_EQ(address("52:54:00:AB:cd:ef").value(), other);
    for (char const* const each : {"", "52:54:00:ab:cd", "52:54:00:ab:cd:e", "52:54:00:ab:cd:eg",
                                   "52:54:00:ab:cd:ef:", "52-54-00-ab-cd-ef", "00:00:00:00:00:00",
                                   "ff:ff:ff:ff:ff:ff", "01:00:5e:00:00:01"})
        EXPECT_TRUE(address(each).is_error()) << each;
}

} // namespace
} // namespace flat::net::datagrams
