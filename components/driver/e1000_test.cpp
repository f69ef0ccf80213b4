// SPDX-License-Identifier: BSD-2-Clause
// Tests of Intel's gigabit cards, over one that does right and wrong.
#include <driver/e1000.hpp>

#include <driver/e1000/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::driver {
namespace {

using net::LinkError;
using net::testing::bytes_of;
using net::testing::pattern;
using testing::Bytes;
using testing::FakeE1000;
using testing::Surroundings;

class Card final : public E1000 {
public:
    using E1000::E1000;
};

class DriverE1000 : public ::testing::Test {
protected:
    ~DriverE1000() override {
        card.reset();
        EXPECT_EQ(around.used_buffers(), 0u);
        EXPECT_EQ(around.memory.count(), blocks);
        EXPECT_FALSE(device.is_claimed);
    }

    Card& start(u32 ring = 16) {
        card.emplace(E1000::Ports{.device = device,
                                  .memory = around.memory,
                                  .buffers = around.buffers,
                                  .log = around.log},
                     E1000::Attributes{.ring = ring});
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
        EXPECT_NE(around.log.text.find("e1000:"), std::string::npos);
        out.clear();
        card.reset();
    }

    Surroundings around;
    usize blocks = around.memory.count();
    FakeE1000 device{around.memory};
    std::optional<Card> card;
};

TEST_F(DriverE1000, has_the_cards_address_and_speed) {
    start();
    EXPECT_EQ(card->address(), FakeE1000::own_address);
    EXPECT_EQ(card->state(), (net::Link::State{true, 1000}));
}

TEST_F(DriverE1000, sends_and_receives_around_the_ring) {
    start();
    for (u32 i = 0; i < 100; ++i)
        expect_works();
    EXPECT_EQ(card->statistics().sent_frames, 100u);
    EXPECT_EQ(card->statistics().received_bytes, 60'000u);
    card->poll(0);
    EXPECT_EQ(around.used_buffers(), 16u);
}

TEST_F(DriverE1000, a_frame_is_delivered_where_the_card_has_written_it) {
    start();
    for (u32 i = 0; i < 40; ++i) {
        ASSERT_TRUE(device.receive(pattern(60 + 36 * i, i)));
        EXPECT_EQ(around.receiver.places.back(), device.received_at) << i;
    }
}

TEST_F(DriverE1000, sends_a_frame_of_several_pieces) {
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

TEST_F(DriverE1000, a_full_ring_refuses_a_frame_and_leaves_it_whole) {
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

TEST_F(DriverE1000, an_interrupt_that_was_lost_delays_only) {
    start();
    device.loses_interrupts = true;
    for (u32 i = 0; i < 15; ++i)
        ASSERT_TRUE(device.receive(pattern(60, i)));
    EXPECT_FALSE(device.receive(pattern(60)));
    EXPECT_TRUE(around.receiver.frames.empty());
    EXPECT_EQ(card->poll(1), 1u);
    device.loses_interrupts = false;
    ASSERT_TRUE(device.receive(pattern(60, 15)));
    ASSERT_EQ(around.receiver.frames.size(), 16u);
    EXPECT_EQ(around.receiver.frames[15], pattern(60, 15));
}

TEST_F(DriverE1000, is_quiet_while_it_is_polled) {
    start().set_interrupts(false);
    for (u32 i = 0; i < 5; ++i)
        ASSERT_TRUE(device.receive(pattern(60, i)));
    EXPECT_TRUE(around.receiver.frames.empty());
    EXPECT_EQ(card->poll(3), 3u);
    EXPECT_EQ(card->poll(10), 2u);
    card->set_interrupts(true);
    expect_works();
}

TEST_F(DriverE1000, without_buffers_frames_are_missed_and_counted) {
    start();
    Message all(around.buffers.pool());
    while (all.extend(Message::head_room).is_ok()) {
    }
    ASSERT_TRUE(device.receive(pattern(60)));
    device.at(E1000Register::MPC) = 3;
    EXPECT_EQ(card->statistics().missed_frames, 4u);
    EXPECT_TRUE(around.receiver.frames.empty());
    all.clear();
    expect_works();
}

TEST_F(DriverE1000, sets_the_filter) {
    start();
    ASSERT_TRUE(card->join(0x0300'5e00'0001).is_ok());
    EXPECT_EQ(device.filter(0), 1u << 16);
    ASSERT_TRUE(card->join(0x0300'5e00'f0ff).is_ok());
    EXPECT_EQ(device.filter(0xff0f >> 4 >> 5), 1u << (0xfff & 31));
    card->leave(0x0300'5e00'0001);
    EXPECT_EQ(device.filter(0), 0u);
    ASSERT_TRUE(card->set_promiscuous(true).is_ok());
    EXPECT_TRUE(device.at(E1000Register::RCTL) & e1000_rctl::UPE);
    ASSERT_TRUE(card->set_promiscuous(false).is_ok());
    EXPECT_FALSE(device.at(E1000Register::RCTL) & e1000_rctl::UPE);
}

TEST_F(DriverE1000, says_that_the_cable_was_pulled) {
    start();
    device.set_link(false);
    device.set_link(true);
    ASSERT_EQ(around.receiver.states.size(), 2u);
    EXPECT_FALSE(around.receiver.states[0].is_up);
    EXPECT_EQ(around.receiver.states[1], (net::Link::State{true, 10}));
}

TEST_F(DriverE1000, lengths_parts_and_errors_are_dropped_and_counted) {
    start();
    for (u16 const bytes : {0, 13, 1515, 2048, 0xffff}) {
        device.claimed_bytes = bytes;
        ASSERT_TRUE(device.receive(pattern(60)));
    }
    device.claimed_bytes.reset();
    device.status = E1000_RXD_DD; // not the end of a frame
    ASSERT_TRUE(device.receive(pattern(60)));
    EXPECT_EQ(card->statistics().misbehaviours, 6u);
    device.status = E1000_RXD_DD | E1000_RXD_EOP;
    device.errors = 1;
    ASSERT_TRUE(device.receive(pattern(60)));
    EXPECT_EQ(card->statistics().receive_errors, 1u);
    EXPECT_TRUE(around.receiver.frames.empty());
    device.errors = 0;
    expect_works();
}

TEST_F(DriverE1000, what_cannot_be_started_is_a_link_that_is_broken) {
    device.resets_itself = false;
    expect_broken();
    device.resets_itself = true;
    device.has_address = false;
    expect_broken();
    device.has_address = true;
    device.shown_bytes = 0x4000;
    expect_broken();
    device.shown_bytes = e1000_registers_bytes;
    around.memory.limit = blocks + 1;
    expect_broken();
    around.memory.limit = 1000;
    start();
    expect_works();
}

/// The rings are the card's to write to, so it may say anything of any descriptor at any time.
TEST_F(DriverE1000, survives_a_card_that_does_anything) {
    std::mt19937 random(20260104);
    auto const below = [&](u32 limit) { return static_cast<u32>(random() % limit); };
    start();
    for (u32 step = 0; step < 5000; ++step) {
        E1000ReceiveDescriptor& descriptor = *device.receive_descriptor(below(16));
        switch (below(6)) {
        case 0:
            descriptor.bytes = u16(below(3000));
            break;
        case 1:
            descriptor.status = u8(below(4));
            break;
        case 2:
            descriptor.address = random();
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
