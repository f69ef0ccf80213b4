// SPDX-License-Identifier: BSD-2-Clause
// Tests of finding neighbours.
#include <net/ip/arp.hpp>

#include <log/testing.hpp>
#include <net/ethernet.hpp>
#include <net/ip/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::ip {
namespace {

using namespace testing;

constexpr u64 own_card = 0x525400000001;
constexpr u64 card = 0x525400000002;
constexpr u64 other_card = 0x525400000003;
constexpr u32 own = 0x0a000002;
constexpr u32 neighbour = 0x0a000001;

Bytes numbers(u64 hardware, u32 address) {
    Bytes bytes(10);
    store_big_endian_u48(bytes.data(), hardware);
    store_big_endian(bytes.data() + 6, address);
    return bytes;
}

Bytes frame(u64 to, u64 from, u16 operation, Bytes const& sender, Bytes const& target) {
    Bytes bytes(14);
    store_big_endian_u48(bytes.data(), to);
    store_big_endian_u48(bytes.data() + 6, from);
    store_big_endian_u16(bytes.data() + 12, 0x0806);
    bytes = bytes + hex("0001 0800 0604") + Bytes{0, static_cast<u8>(operation)};
    return bytes + sender + target;
}

class NetIpArp : public ::testing::Test {
protected:
    void SetUp() override {
        arp.attach(upper);
        announcement = link.take();
    }
    void receive(Bytes const& bytes) {
        Message message = buffers.all.message(bytes);
        ethernet.received(message);
    }
    bool send(u32 to, u32 size = 10) {
        Message packet = buffers.all.message(pattern(size));
        return arp.send(to, packet).is_ok() && packet.is_empty();
    }
    Bytes question(u32 about) {
        return frame(0xffffffffffff, own_card, 1, numbers(own_card, own), numbers(0, about));
    }
    void answer(u32 about, u64 from) {
        receive(frame(own_card, from, 2, numbers(from, about), numbers(own_card, own)));
    }
    static Bytes to_card(u64 to, u32 size = 10) {
        Bytes bytes(12);
        store_big_endian_u48(bytes.data(), to);
        store_big_endian_u48(bytes.data() + 6, own_card);
        return bytes + hex("0800") + pattern(size);
    }

    OwnBuffers buffers{64};
    TestAllocator allocator;
    TestAlarms alarms;
    log::testing::FakeLog log;
    TestLink link{own_card};
    TestUpper upper;
    Ethernet ethernet{{.link = link, .allocator = allocator}, {}};
    Arp arp{{.ethernet = ethernet,
             .link = link,
             .alarms = alarms,
             .buffers = buffers,
             .allocator = allocator,
             .log = log},
            {.own_address = own, .prefix = 24, .neighbours = 8, .lifetime_ms = 60000}};
    std::vector<Bytes> announcement;
};

TEST_F(NetIpArp, a_neighbour_is_asked_for_once_and_its_packet_follows_the_answer) {
    EXPECT_EQ(announcement, std::vector<Bytes>{question(own)});
    ASSERT_TRUE(send(neighbour));
    ASSERT_TRUE(send(neighbour, 20));
    EXPECT_EQ(link.take(), std::vector<Bytes>{question(neighbour)});
    answer(neighbour, card);
    EXPECT_EQ(link.take(), std::vector<Bytes>{to_card(card, 20)});
    ASSERT_TRUE(send(neighbour));
    EXPECT_EQ(link.take(), std::vector<Bytes>{to_card(card)});
}

TEST_F(NetIpArp, a_host_that_asks_for_us_is_answered_and_known_from_then_on) {
    receive(frame(0xffffffffffff, card, 1, numbers(card, neighbour), numbers(0, own)));
    EXPECT_EQ(link.take(), std::vector<Bytes>{frame(card, own_card, 2, numbers(own_card, own),
                                                    numbers(card, neighbour))});
    ASSERT_TRUE(send(neighbour));
    EXPECT_EQ(link.take(), std::vector<Bytes>{to_card(card)});
}

TEST_F(NetIpArp, a_host_that_talks_to_others_is_not_remembered_but_its_move_is_noticed) {
    receive(frame(0xffffffffffff, card, 1, numbers(card, neighbour), numbers(0, 0x0a000009)));
    ASSERT_TRUE(send(neighbour));
    EXPECT_EQ(link.take(), std::vector<Bytes>{question(neighbour)});
    answer(neighbour, card);
    receive(frame(0xffffffffffff, other_card, 1, numbers(other_card, neighbour),
                  numbers(0, neighbour)));
    link.take();
    ASSERT_TRUE(send(neighbour));
    EXPECT_EQ(link.take(), std::vector<Bytes>{to_card(other_card)});
}

TEST_F(NetIpArp, a_neighbour_that_does_not_answer_is_asked_three_times_and_given_up) {
    ASSERT_TRUE(send(neighbour, 40));
    alarms.pass_ms(10'000);
    EXPECT_EQ(link.take(), std::vector<Bytes>(3, question(neighbour)));
    ASSERT_EQ(upper.failures.size(), 1u);
    EXPECT_EQ(upper.failures[0].report.problem, Upper::Problem::unreachable);
    EXPECT_EQ(upper.failures[0].report.reporter, own);
    EXPECT_EQ(upper.failures[0].report.code, 0x301);
    EXPECT_EQ(upper.failures[0].beginning, pattern(40));
    EXPECT_TRUE(alarms.is_idle());
    ASSERT_TRUE(send(neighbour));
    EXPECT_EQ(link.take(), std::vector<Bytes>{question(neighbour)});
}

TEST_F(NetIpArp, a_neighbour_whose_time_is_up_is_used_while_it_is_asked_and_then_forgotten) {
    ASSERT_TRUE(send(neighbour));
    answer(neighbour, card);
    link.take();
    alarms.pass_ms(61'000);
    ASSERT_TRUE(send(neighbour));
    EXPECT_EQ(link.take(), (std::vector<Bytes>{question(neighbour), to_card(card)}));
    answer(neighbour, card);
    ASSERT_TRUE(send(neighbour));
    EXPECT_EQ(link.take(), std::vector<Bytes>{to_card(card)});
    alarms.pass_ms(61'000);
    for (u32 i = 0; i < 3; ++i) {
        ASSERT_TRUE(send(neighbour));
        EXPECT_EQ(link.take().size(), 2u);
        alarms.pass_ms(1'500);
    }
    ASSERT_TRUE(send(neighbour));
    EXPECT_EQ(link.take(), std::vector<Bytes>{question(neighbour)});
}

TEST_F(NetIpArp, another_host_with_our_address_is_reported_and_told) {
    receive(frame(0xffffffffffff, card, 1, numbers(card, own), numbers(0, own)));
    EXPECT_EQ(link.take(), std::vector<Bytes>{question(own)});
    EXPECT_NE(log.text.find("uses our address"), std::string::npos);
    receive(frame(0xffffffffffff, card, 1, numbers(card, own), numbers(0, own)));
    EXPECT_TRUE(link.take().empty());
    EXPECT_EQ(arp.conflicts(), 2u);
}

TEST_F(NetIpArp, packets_that_are_short_or_lie_about_their_sender_are_dropped) {
    Bytes const right = frame(own_card, card, 1, numbers(card, neighbour), numbers(0, own));
    receive(Bytes(right.begin(), right.end() - 1));
    for (usize const place : {14u, 16u, 18u, 19u, 22u}) {
        Bytes bytes = right;
        bytes[place] ^= 1;
        receive(bytes);
    }
    EXPECT_EQ(arp.malformed(), 6u);
    receive(frame(own_card, card, 1, numbers(card, 0x0b000001), numbers(0, own)));
    ASSERT_TRUE(send(neighbour));
    EXPECT_EQ(link.take().back(), question(neighbour));
}

TEST_F(NetIpArp, broadcasts_go_to_all_and_packets_of_ipv4_up) {
    ASSERT_TRUE(send(0xffffffff));
    ASSERT_TRUE(send(0x0a0000ff));
    EXPECT_EQ(link.take(), std::vector<Bytes>(2, to_card(0xffffffffffff)));
    receive(hex("525400000001 525400000002 0800 0102"));
    ASSERT_EQ(upper.deliveries.size(), 1u);
    EXPECT_EQ(upper.deliveries[0].bytes, hex("0102"));
}

TEST_F(NetIpArp, neighbours_make_room_for_others_and_memory_may_be_missing) {
    for (u32 i = 10; i < 60; ++i) {
        ASSERT_TRUE(send(0x0a000000 + i));
        if (i % 2) answer(0x0a000000 + i, card + i);
    }
    allocator.left = 0;
    answer(0x0a000000 + 58, card);
    alarms.pass_ms(5'000);
    EXPECT_TRUE(alarms.is_idle());
}

TEST_F(NetIpArp, a_host_without_an_address_sends_to_all_only_and_answers_nobody) {
    ASSERT_TRUE(arp.set_address(0, 32).is_ok());
    EXPECT_EQ(arp.address(), 0u);
    EXPECT_FALSE(send(neighbour));
    ASSERT_TRUE(send(0xffffffff));
    EXPECT_EQ(link.take(), std::vector<Bytes>{to_card(0xffffffffffff)});
    receive(frame(0xffffffffffff, card, 1, numbers(card, neighbour), numbers(0, own)));
    receive(frame(0xffffffffffff, card, 1, numbers(card, 0), numbers(0, 0)));
    EXPECT_TRUE(link.take().empty());
    EXPECT_EQ(arp.conflicts(), 0u);
}

TEST_F(NetIpArp, another_address_is_announced_and_its_neighbours_are_asked_for_again) {
    ASSERT_TRUE(send(neighbour));
    answer(neighbour, card);
    link.take();
    ASSERT_TRUE(arp.set_address(0x0a000105, 16).is_ok());
    EXPECT_EQ(arp.prefix_bits(), 16u);
    auto const asked = [](u32 about) {
        return frame(0xffffffffffff, own_card, 1, numbers(own_card, 0x0a000105), numbers(0, about));
    };
    EXPECT_EQ(link.take(), std::vector<Bytes>{asked(0x0a000105)});
    ASSERT_TRUE(send(neighbour));
    EXPECT_EQ(link.take(), std::vector<Bytes>{asked(neighbour)});
    ASSERT_TRUE(send(0x0a00ffff));
    EXPECT_EQ(link.take(), std::vector<Bytes>{to_card(0xffffffffffff)});
    for (u32 const wrong : {0x0a000000u, 0x0a00ffffu, 0x7f000001u, 0xe0000001u})
        EXPECT_TRUE(arp.set_address(wrong, 16).is_error());
    EXPECT_EQ(arp.address(), 0x0a000105u);
}

TEST_F(NetIpArp, a_host_that_has_or_wants_a_probed_address_is_noticed) {
    Bytes const probe =
        frame(0xffffffffffff, own_card, 1, numbers(own_card, 0), numbers(0, 0x0a000009));
    ASSERT_TRUE(arp.probe(0x0a000009).is_ok());
    EXPECT_EQ(link.take(), std::vector<Bytes>{probe});
    receive(frame(own_card, card, 2, numbers(card, 0x0a000008), numbers(own_card, 0)));
    receive(frame(0xffffffffffff, own_card, 1, numbers(own_card, 0), numbers(0, 0x0a000009)));
    EXPECT_FALSE(arp.is_taken());
    receive(frame(0xffffffffffff, card, 1, numbers(card, 0), numbers(0, 0x0a000009)));
    EXPECT_TRUE(arp.is_taken());
    ASSERT_TRUE(arp.probe(0x0a000009).is_ok());
    EXPECT_FALSE(arp.is_taken());
    receive(frame(own_card, card, 2, numbers(card, 0x0a000009), numbers(own_card, 0)));
    EXPECT_TRUE(arp.is_taken());
}

} // namespace
} // namespace flat::net::ip
