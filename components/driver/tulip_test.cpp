// SPDX-License-Identifier: BSD-2-Clause
// Tests of Digital's Tulip cards, over one that does right and wrong.
#include <driver/tulip.hpp>

#include <driver/tulip/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::driver {
namespace {

using net::LinkError;
using net::testing::bytes_of;
using net::testing::pattern;
using testing::Bytes;
using testing::FakeTulip;
using testing::Surroundings;

class Card final : public Tulip {
public:
    using Tulip::Tulip;
};

class DriverTulip : public ::testing::Test {
protected:
    ~DriverTulip() override {
        card.reset();
        EXPECT_EQ(around.used_buffers(), 0u);
        EXPECT_EQ(around.memory.count(), blocks);
        EXPECT_FALSE(device.is_claimed);
    }

    Card& start(u32 ring = 16) {
        card.emplace(Tulip::Ports{.device = device,
                                  .memory = around.memory,
                                  .buffers = around.buffers,
                                  .log = around.log},
                     Tulip::Attributes{.ring = ring});
        card->late_receiver().bind(around.receiver);
        return *card;
    }

    void expect_works() {
        auto& frames = around.receiver.frames;
        usize const before = frames.size();
        ASSERT_TRUE(device.receive(pattern(600)));
        ASSERT_EQ(frames.size(), before + 1);
        EXPECT_EQ(frames.back(), pattern(600));
        Message out = around.message(pattern(700));
        ASSERT_TRUE(card->send(out).is_ok());
        EXPECT_EQ(device.sent.back(), pattern(700));
    }

    void expect_broken() {
        start();
        EXPECT_FALSE(card->state().is_up);
        Message out = around.message(pattern(700));
        EXPECT_EQ(card->send(out).error().code, LinkError::broken);
        EXPECT_EQ(card->join(0x0180'0000'0001).error().code, LinkError::broken);
        EXPECT_EQ(card->poll(5), 0u);
        card->set_interrupts(false);
        EXPECT_NE(around.log.text.find("tulip:"), std::string::npos);
        out.clear();
        card.reset();
    }

    Surroundings around;
    usize blocks = around.memory.count();
    FakeTulip device{around.memory};
    std::optional<Card> card;
};

TEST_F(DriverTulip, has_the_cards_address_and_speed) {
    start();
    EXPECT_EQ(card->address(), FakeTulip::own_address);
    EXPECT_EQ(card->state(), (net::Link::State{true, 100}));
}

TEST_F(DriverTulip, sends_and_receives_around_the_ring) {
    start();
    for (u32 i = 0; i < 100; ++i)
        expect_works();
    EXPECT_EQ(card->statistics().sent_frames, 100u);
    EXPECT_EQ(card->statistics().received_bytes, 60'000u);
    card->poll(0);
    EXPECT_EQ(around.used_buffers(), 16u);
}

TEST_F(DriverTulip, a_frame_is_delivered_where_the_card_has_written_it) {
    start();
    for (u32 i = 0; i < 40; ++i) {
        ASSERT_TRUE(device.receive(pattern(60 + 36 * i, i)));
        EXPECT_EQ(around.receiver.places.back(), device.received_at) << i;
    }
}

TEST_F(DriverTulip, sends_a_frame_of_several_pieces) {
    start();
    for (u32 i = 0; i < 20; ++i) {
        Message frame = around.message(pattern(100));
        for (u32 piece = 1; piece < 4; ++piece) {
            Message tail = around.message(pattern(50, piece));
            ASSERT_TRUE(frame.join(tail).is_ok());
        }
        Bytes const whole = bytes_of(frame);
        ASSERT_TRUE(card->send(frame).is_ok());
        EXPECT_EQ(device.sent.back(), whole);
    }
}

TEST_F(DriverTulip, a_full_ring_refuses_a_frame_and_leaves_it_whole) {
    start(8);
    device.keeps_sent = true;
    for (u32 i = 0; i < 7; ++i) {
        Message frame = around.message(pattern(60));
        ASSERT_TRUE(card->send(frame).is_ok());
    }
    Message frame = around.message(pattern(61));
    EXPECT_EQ(card->send(frame).error().code, LinkError::full);
    EXPECT_EQ(bytes_of(frame), pattern(61));
    device.transmit();
    EXPECT_TRUE(card->send(frame).is_ok());
    Message long_one = around.message(pattern(1515));
    EXPECT_EQ(card->send(long_one).error().code, LinkError::bad_length);
}

TEST_F(DriverTulip, an_interrupt_that_was_lost_delays_only) {
    start();
    device.loses_interrupts = true;
    for (u32 i = 0; i < 16; ++i)
        ASSERT_TRUE(device.receive(pattern(60, i)));
    EXPECT_FALSE(device.receive(pattern(60)));
    EXPECT_TRUE(around.receiver.frames.empty());
    EXPECT_EQ(card->poll(1), 1u);
    device.loses_interrupts = false;
    ASSERT_TRUE(device.receive(pattern(60, 16)));
    ASSERT_EQ(around.receiver.frames.size(), 17u);
    EXPECT_EQ(around.receiver.frames[16], pattern(60, 16));
}

TEST_F(DriverTulip, is_quiet_while_it_is_polled) {
    start().set_interrupts(false);
    for (u32 i = 0; i < 5; ++i)
        ASSERT_TRUE(device.receive(pattern(60, i)));
    EXPECT_TRUE(around.receiver.frames.empty());
    EXPECT_EQ(card->poll(3), 3u);
    EXPECT_EQ(card->poll(10), 2u);
    card->set_interrupts(true);
    expect_works();
}

TEST_F(DriverTulip, without_buffers_frames_are_missed_and_counted) {
    start();
    Message all(around.buffers.pool());
    while (all.extend(Message::head_room).is_ok()) {
    }
    ASSERT_TRUE(device.receive(pattern(60)));
    device.at(TulipRegister::CSR8) = 3;
    EXPECT_EQ(card->statistics().missed_frames, 4u);
    EXPECT_TRUE(around.receiver.frames.empty());
    all.clear();
    expect_works();
}

TEST_F(DriverTulip, sets_the_filter) {
    start();
    auto const address = [&](u32 place) {
        Bytes const& setup = device.setups.back();
        u64 value = 0;
        for (u32 i = 0; i < 6; ++i)
            value = value << 8 | setup[12 * place + i / 2 * 4 + i % 2];
        return value;
    };
    ASSERT_EQ(device.setups.size(), 1u);
    ASSERT_EQ(device.setups.back().size(), tulip_setup_bytes);
    EXPECT_EQ(address(0), FakeTulip::own_address);
    EXPECT_EQ(address(1), 0xffff'ffff'ffffu);
    EXPECT_EQ(address(2), FakeTulip::own_address);
    ASSERT_TRUE(card->join(0x0300'5e00'0001).is_ok());
    EXPECT_EQ(address(2), 0x0300'5e00'0001u);
    card->leave(0x0300'5e00'0001);
    EXPECT_EQ(address(2), FakeTulip::own_address);
    for (u32 i = 0; i < 100; ++i) // more often than the ring has places
        ASSERT_TRUE(card->set_promiscuous(i % 2 == 0).is_ok());
    EXPECT_FALSE(device.at(TulipRegister::CSR6) & tulip_csr6::PR);
    ASSERT_TRUE(card->set_promiscuous(true).is_ok());
    EXPECT_TRUE(device.at(TulipRegister::CSR6) & tulip_csr6::PR);
    expect_works();
}

TEST_F(DriverTulip, says_that_the_cable_was_pulled) {
    start();
    device.set_link(false);
    device.set_link(true);
    ASSERT_EQ(around.receiver.states.size(), 2u);
    EXPECT_FALSE(around.receiver.states[0].is_up);
    EXPECT_EQ(around.receiver.states[1], (net::Link::State{true, 100}));
}

TEST_F(DriverTulip, lengths_parts_and_errors_are_dropped_and_counted) {
    start();
    u32 const whole = device.status;
    for (u32 const bytes : {0, 3, 17, 1519, 2048, 0x3fff}) {
        device.claimed_bytes = bytes;
        ASSERT_TRUE(device.receive(pattern(60)));
    }
    device.claimed_bytes.reset();
    for (u32 const part : {0u, tulip_receive::FS, tulip_receive::LS}) {
        device.status = part;
        ASSERT_TRUE(device.receive(pattern(60)));
    }
    EXPECT_EQ(card->statistics().misbehaviours, 9u);
    device.status = whole | tulip_receive::ES;
    ASSERT_TRUE(device.receive(pattern(60)));
    EXPECT_EQ(card->statistics().receive_errors, 1u);
    EXPECT_TRUE(around.receiver.frames.empty());
    device.status = whole;
    device.sent_status = tulip_transmit::ES;
    expect_works();
    card->poll(0);
    EXPECT_EQ(card->statistics().send_errors, 1u);
}

TEST_F(DriverTulip, what_cannot_be_started_is_a_link_that_is_broken) {
    for (u64 const address : {u64{0}, u64{0xffff'ffff'ffff}}) {
        device.address = address;
        expect_broken();
    }
    device.address = FakeTulip::own_address;
    device.shown_bytes = 0x40;
    expect_broken();
    device.shown_bytes = tulip_registers_bytes;
    around.memory.limit = blocks;
    expect_broken();
    around.memory.limit = 1000;
    start();
    expect_works();
}

/// The rings are the card's to write to, so it may say anything of any descriptor at any time.
TEST_F(DriverTulip, survives_a_card_that_does_anything) {
    std::mt19937 random(20260104);
    auto const below = [&](u32 limit) { return static_cast<u32>(random() % limit); };
    start();
    for (u32 step = 0; step < 5000; ++step) {
        TulipDescriptor& descriptor = *device.received(below(16));
        switch (below(6)) {
        case 0:
            descriptor.status = random() & ~tulip_own;
            break;
        case 1:
            descriptor.control = random();
            break;
        case 2:
            descriptor.buffer = random();
            break; // ours no more, but never read
        case 3:
            device.ask(random());
            break;
        case 4:
            card->poll(below(20));
            break;
        default:
            Message frame = around.message(pattern(14 + below(1500)));
            (void)card->send(frame);
        }
    }
    EXPECT_LE(around.used_buffers(), 16u + 1); // one may be on its way
}

} // namespace
} // namespace flat::driver
