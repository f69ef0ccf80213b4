// SPDX-License-Identifier: BSD-2-Clause
// Tests of network cards of virtio, over a device that does right and wrong.
#include <driver/virtio_net.hpp>

#include <driver/virtio/net/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::driver {
namespace {

using net::LinkError;
using net::testing::bytes_of;
using net::testing::pattern;
using testing::Bytes;
using testing::FakeVirtioNet;
using testing::Surroundings;

class Card final : public VirtioNet {
public:
    using VirtioNet::VirtioNet;
};

class DriverVirtioNet : public ::testing::Test {
protected:
    ~DriverVirtioNet() override {
        card.reset();
        EXPECT_EQ(around.used_buffers(), 0u);
        EXPECT_FALSE(device.is_claimed);
    }

    VirtioNet& start(u32 ring = 16, bool is_polled = false) {
        card.emplace(VirtioNet::Ports{.device = device,
                                      .memory = around.memory,
                                      .buffers = around.buffers,
                                      .log = around.log},
                     VirtioNet::Attributes{.ring = ring, .polled = is_polled});
        card->late_receiver().bind(around.receiver);
        return *card;
    }

    /// The card does all that it should.
    void expect_works() {
        auto& frames = around.receiver.frames;
        usize const before = frames.size();
        ASSERT_TRUE(device.receive(pattern(600)));
        ASSERT_EQ(frames.size(), before + 1);
        EXPECT_EQ(frames.back(), pattern(600));
        Message out = around.message(pattern(700));
        ASSERT_TRUE(card->send(out).is_ok());
        EXPECT_EQ(device.sent.back().size(), 700u + virtio_net_header_bytes);
        EXPECT_TRUE(card->state().is_up);
    }

    void expect_broken() {
        EXPECT_FALSE(card->state().is_up);
        Message out = around.message(pattern(700));
        EXPECT_EQ(card->send(out).error().code, LinkError::broken);
        EXPECT_EQ(card->poll(10), 0u);
        EXPECT_EQ(card->join(0x0180'0000'0001).error().code, LinkError::broken);
        EXPECT_NE(around.log.text.find("virtio-net:"), std::string::npos);
    }

    u64 misbehaviours() { return card->statistics().misbehaviours; }

    Surroundings around;
    FakeVirtioNet device{around.memory};
    std::optional<Card> card;
};

TEST_F(DriverVirtioNet, sends_a_frame_of_several_pieces_after_an_empty_header) {
    start();
    Message frame = around.message(pattern(100));
    Message tail = around.message(pattern(50, 3));
    ASSERT_TRUE(frame.join(tail).is_ok());
    ASSERT_TRUE(card->send(frame).is_ok());
    EXPECT_TRUE(frame.is_empty());
    Bytes expected(virtio_net_header_bytes);
    for (Bytes const& part : {pattern(100), pattern(50, 3)})
        expected.insert(expected.end(), part.begin(), part.end());
    ASSERT_EQ(device.sent.size(), 1u);
    EXPECT_EQ(device.sent[0], expected);
    card->poll(0); // takes the buffers back
    EXPECT_EQ(around.used_buffers(), 16u);
    EXPECT_EQ(card->statistics().sent_frames, 1u);
    EXPECT_EQ(card->statistics().sent_bytes, 150u);
}

TEST_F(DriverVirtioNet, a_frame_is_delivered_where_the_card_has_written_it) {
    start();
    for (u32 i = 0; i < 40; ++i) {
        ASSERT_TRUE(device.receive(pattern(60 + 36 * i, i)));
        EXPECT_EQ(around.receiver.places.back(), device.received_at) << i;
    }
}

TEST_F(DriverVirtioNet, delivers_what_comes_by_messages_or_by_the_line) {
    for (bool const has_messages : {true, false}) {
        device.has_messages = has_messages;
        start();
        for (u32 i = 0; i < 100; ++i)
            expect_works();
        EXPECT_EQ(card->statistics().received_frames, 100u);
        EXPECT_EQ(card->statistics().received_bytes, 60'000u);
        card.reset();
    }
}

TEST_F(DriverVirtioNet, delivers_when_it_is_polled_and_not_before) {
    start().set_interrupts(false);
    for (u32 i = 0; i < 5; ++i)
        ASSERT_TRUE(device.receive(pattern(60, i)));
    EXPECT_TRUE(around.receiver.frames.empty());
    EXPECT_EQ(card->poll(3), 3u);
    EXPECT_EQ(card->poll(10), 2u);
    EXPECT_EQ(around.receiver.frames[4], pattern(60, 4));
    ASSERT_TRUE(device.receive(pattern(60)));
    card->set_interrupts(true);
    EXPECT_EQ(around.receiver.frames.size(), 6u);
    expect_works();
}

TEST_F(DriverVirtioNet, one_that_begins_polled_tells_nobody_before_it_is_asked) {
    start(16, true);
    ASSERT_TRUE(device.receive(pattern(60)));
    device.set_link(false);
    EXPECT_TRUE(around.receiver.frames.empty());
    EXPECT_TRUE(around.receiver.states.empty());
    card->set_interrupts(true);
    EXPECT_EQ(around.receiver.frames.size(), 1u);
    ASSERT_EQ(around.receiver.states.size(), 1u);
    EXPECT_FALSE(around.receiver.states[0].is_up);
}

TEST_F(DriverVirtioNet, an_interrupt_that_was_lost_delays_only) {
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

TEST_F(DriverVirtioNet, a_full_ring_refuses_a_frame_and_leaves_it_whole) {
    start(4);
    device.keeps_sent = true;
    for (u32 i = 0; i < 2; ++i) {
        Message frame = around.message(pattern(60));
        ASSERT_TRUE(card->send(frame).is_ok());
    }
    Message frame = around.message(pattern(61));
    EXPECT_EQ(card->send(frame).error().code, LinkError::full);
    EXPECT_EQ(bytes_of(frame), pattern(61));
    device.keeps_sent = false;
    device.write16(4, 0x2000 + 4, 1); // tells the device again
    EXPECT_TRUE(card->send(frame).is_ok());
}

TEST_F(DriverVirtioNet, frames_of_impossible_lengths_are_refused) {
    start();
    for (u32 const bytes : {0u, 13u, 1515u, 5000u}) {
        Message frame = around.message(pattern(bytes));
        EXPECT_EQ(card->send(frame).error().code, LinkError::bad_length) << bytes;
    }
    EXPECT_TRUE(device.sent.empty());
}

TEST_F(DriverVirtioNet, without_buffers_frames_are_missed_and_counted) {
    start();
    Message all(around.buffers.pool());
    while (all.extend(Message::head_room).is_ok()) {
    }
    ASSERT_TRUE(device.receive(pattern(60)));
    EXPECT_TRUE(around.receiver.frames.empty());
    EXPECT_EQ(card->statistics().missed_frames, 1u);
    all.clear();
    expect_works();
}

TEST_F(DriverVirtioNet, tells_the_device_which_frames_to_receive) {
    start();
    device.commands.clear();
    ASSERT_TRUE(card->join(0x0100'5e00'0001).is_ok());
    ASSERT_TRUE(card->join(0x0100'5e00'0001).is_ok());
    Bytes const one = {1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0x5e, 0, 0, 1};
    EXPECT_EQ(device.commands, std::vector<Bytes>{one});
    card->leave(0x0100'5e00'0001);
    card->leave(0x0100'5e00'0001);
    card->leave(0x0100'5e00'0001);
    EXPECT_EQ(device.commands.back(), (Bytes{1, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
    ASSERT_TRUE(card->set_promiscuous(true).is_ok());
    EXPECT_EQ(device.commands.back(), (Bytes{0, 0, 1}));
    EXPECT_EQ(card->join(0x0200'0000'0001).error().code, LinkError::unsupported);
    for (u32 i = 0; i < MulticastGroups::size_max; ++i)
        ASSERT_TRUE(card->join(0x0100'0000'0000 + i).is_ok());
    EXPECT_EQ(card->join(0x0100'0000'1000).error().code, LinkError::full);
}

TEST_F(DriverVirtioNet, a_device_without_commands_cannot_filter) {
    device.offered &= ~(VIRTIO_NET_F_CTRL_VQ | VIRTIO_NET_F_CTRL_RX);
    start();
    EXPECT_EQ(card->set_promiscuous(true).error().code, LinkError::unsupported);
    expect_works();
}

TEST_F(DriverVirtioNet, says_that_the_cable_was_pulled) {
    for (bool const has_messages : {true, false}) {
        device.has_messages = has_messages;
        around.receiver.states.clear();
        start();
        device.set_link(false);
        device.set_link(false);
        EXPECT_FALSE(card->state().is_up);
        device.set_link(true);
        ASSERT_EQ(around.receiver.states.size(), 2u);
        EXPECT_FALSE(around.receiver.states[0].is_up);
        EXPECT_TRUE(around.receiver.states[1].is_up);
    }
}

TEST_F(DriverVirtioNet, lengths_that_cannot_be_are_not_believed) {
    start();
    for (u32 const bytes : {0u, 11u, 12u, 25u, 2048u, 0xffff'ffffu}) {
        device.claimed_bytes = bytes;
        u64 const before = misbehaviours();
        ASSERT_TRUE(device.receive(pattern(60)));
        EXPECT_EQ(misbehaviours(), before + 1) << bytes;
    }
    EXPECT_TRUE(around.receiver.frames.empty());
    device.claimed_bytes.reset();
    expect_works();
}

TEST_F(DriverVirtioNet, a_device_that_uses_what_it_was_not_given_is_started_anew) {
    start();
    u32 times = 0;
    for (u32 const id : {16u, 255u, 65536u, 0xffff'ffffu}) {
        device.use(0, id, 100);
        card->poll(10);
        EXPECT_EQ(misbehaviours(), ++times);
        expect_works();
    }
    device.use(1, 3, 0); // nothing is being sent
    card->poll(10);
    EXPECT_EQ(misbehaviours(), ++times);
    expect_works();
    device.jump(0, 17);
    EXPECT_EQ(misbehaviours(), ++times);
    expect_works();
    EXPECT_EQ(device.resets, 1 + times);
}

TEST_F(DriverVirtioNet, after_a_new_start_the_filter_is_as_before) {
    start();
    ASSERT_TRUE(card->set_promiscuous(true).is_ok());
    ASSERT_TRUE(card->join(0x0100'5e00'0001).is_ok());
    device.commands.clear();
    device.jump(0, 100);
    ASSERT_EQ(device.commands.size(), 2u);
    EXPECT_EQ(device.commands[0], (Bytes{0, 0, 1}));
    EXPECT_EQ(device.commands[1].size(), 16u);
}

TEST_F(DriverVirtioNet, short_and_odd_rings_are_used_as_far_as_they_can_be) {
    for (u16 const size : {2, 3, 5, 256, 1000, 0x8000}) {
        device.queue_size = size;
        device.has_messages = size % 2;
        start();
        for (u32 i = 0; i < 20; ++i)
            expect_works();
        card.reset();
    }
}

TEST_F(DriverVirtioNet, what_cannot_be_started_is_a_link_that_is_broken) {
    auto const expect_refused = [&](auto const& spoil) {
        FakeVirtioNet const as_it_should_be(around.memory);
        spoil(device);
        start();
        expect_broken();
        card.reset();
        device.queue_size = as_it_should_be.queue_size;
        device.missing_structure = as_it_should_be.missing_structure;
        device.structure_region = as_it_should_be.structure_region;
        device.structure_length = as_it_should_be.structure_length;
        device.offered = as_it_should_be.offered;
    };
    expect_refused([](FakeVirtioNet& each) { each.queue_size = 0; });
    expect_refused([](FakeVirtioNet& each) { each.queue_size = 1; });
    for (u32 structure = 1; structure <= 4; ++structure)
        expect_refused([&](FakeVirtioNet& each) { each.missing_structure = structure; });
    expect_refused([](FakeVirtioNet& each) { each.structure_region = 3; });
    expect_refused([](FakeVirtioNet& each) { each.structure_length = 0xffff'0000; });
    expect_refused([](FakeVirtioNet& each) { each.structure_length = 0; });
    expect_refused([](FakeVirtioNet& each) { each.offered = 0; });
    around.memory.limit = around.memory.count() + 2;
    expect_refused([](FakeVirtioNet&) {});
    around.memory.limit = 1000;
    start();
    expect_works();
}

TEST_F(DriverVirtioNet, a_device_that_answers_no_command_still_receives) {
    device.answers = false;
    start();
    EXPECT_EQ(card->set_promiscuous(true).error().code, LinkError::broken);
    expect_works();
}

/// Right and wrong in any order: no buffer is lost, and nothing else is touched.
TEST_F(DriverVirtioNet, survives_a_device_that_does_anything) {
    std::mt19937 random(20260102);
    auto const below = [&](u32 limit) { return static_cast<u32>(random() % limit); };
    start();
    for (u32 step = 0; step < 5000; ++step) {
        switch (below(8)) {
        case 0:
            device.use(u16(below(2)), below(20), below(3000));
            break;
        case 1:
            device.jump(u16(below(2)), u16(below(3)));
            break;
        case 2:
            device.claimed_bytes = below(4000);
            break;
        case 3:
            device.claimed_bytes.reset();
            break;
        case 4:
            device.keeps_sent = below(4) == 0;
            break;
        case 5:
            card->poll(below(20));
            break;
        case 6:
            device.receive(pattern(14 + below(1500), step));
            break;
        default:
            Message frame = around.message(pattern(14 + below(1500)));
            (void)card->send(frame);
        }
    }
    device.claimed_bytes.reset();
    device.keeps_sent = false;
    device.jump(0, 100); // back to a known state
    expect_works();
    EXPECT_GT(misbehaviours(), 100u);
}

} // namespace
} // namespace flat::driver
