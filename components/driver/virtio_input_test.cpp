// SPDX-License-Identifier: BSD-2-Clause
// Tests of keyboards and mice of virtio, over devices that do right and wrong.
#include <driver/virtio_input.hpp>

#include <driver/virtio_input/testing.hpp>

#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <random>
#include <set>

namespace flat::driver {
namespace {

using Event = input::Keyboard::Event;
using Motion = input::Mouse::Motion;
using testing::FakeVirtioInput;
using testing::TestMemory;

constexpr u16 syn = 0;
constexpr u16 key = 1;
constexpr u16 movement = 2;
constexpr u16 left_button = 0x110;

class Input final : public VirtioInput {
public:
    using VirtioInput::VirtioInput;
};

class DriverVirtioInput : public ::testing::Test {
protected:
    ~DriverVirtioInput() override {
        input.reset();
        EXPECT_EQ(memory.count(), 0u);
        EXPECT_FALSE(first.is_claimed || second.is_claimed);
    }

    void start() {
        input.reset();
        log.text.clear();
        input.emplace(
            VirtioInput::Ports{.device = first, .other = second, .memory = memory, .log = log},
            VirtioInput::Attributes{});
    }
    void expect(u8 which, bool is_down) { EXPECT_EQ(input->take(), (Event{which, is_down})); }
    void expect_works() {
        first.send(key, 30, 1);
        first.send(key, 30, 0);
        expect(4, true);
        expect(4, false);
        EXPECT_EQ(input->take(), Event{});
    }
    void expect_broken() {
        start();
        EXPECT_NE(log.text.find("virtio-input:"), std::string::npos);
        EXPECT_EQ(memory.count(), 0u);
        EXPECT_FALSE(first.is_claimed);
    }

    TestMemory memory;
    log::testing::FakeLog log;
    FakeVirtioInput first{memory};
    FakeVirtioInput second{memory};
    std::optional<Input> input;
};

TEST_F(DriverVirtioInput, tells_of_keys_and_movement_by_messages_or_by_the_line) {
    for (bool const has_messages : {true, false}) {
        first.has_messages = second.has_messages = has_messages;
        start();
        EXPECT_EQ(log.text, "");
        expect_works();
        second.send(movement, 0, 5);
        second.send(movement, 1, u32(-7));
        second.send(movement, 8, 1); // the wheel
        second.send(key, left_button, 1);
        second.send(syn, 0, 0);
        EXPECT_EQ(input->take_motion(), (Motion{5, -7, input::Mouse::left}));
        second.send(key, left_button, 0);
        second.send(key, left_button + 2, 1);
        second.send(key, left_button + 1, 1);
        EXPECT_EQ(input->take_motion(), (Motion{0, 0, input::Mouse::right | input::Mouse::middle}));
        EXPECT_EQ(input->unknown_motions(), 0u);
    }
}

TEST_F(DriverVirtioInput, one_device_may_be_both_and_come_second) {
    second.offered = 0; // as good as not there
    start();
    EXPECT_EQ(log.text, "");
    first.send(movement, 0, 3);
    EXPECT_EQ(input->take_motion().right, 3);
    expect_works();
}

TEST_F(DriverVirtioInput, codes_mean_the_keys_that_usb_has) {
    start();
    std::map<u16, u8> const some{{1, 41},   {28, 40},   {57, 44},   {88, 69},  {96, 88},  {97, 228},
                                 {99, 70},  {103, 82},  {105, 80},  {106, 79}, {108, 81}, {111, 76},
                                 {119, 72}, {125, 227}, {127, 101}, {86, 100}};
    for (auto const& [code, usb] : some) {
        first.send(key, code, 1);
        expect(usb, true);
    }
    start();
    std::set<u8> keys;
    for (u16 code = 0; code < 0x110; ++code) {
        first.send(key, code, 1);
        u8 const found = input->take().key;
        if (found != 0) {
            EXPECT_TRUE(keys.insert(found).second) << code;
        }
        first.send(key, code, 0);
        (void)input->take();
    }
    EXPECT_EQ(keys.size(), 105u);
    EXPECT_EQ(input->statistics().unknown_bytes, 2 * (0x110 - 105u));
}

TEST_F(DriverVirtioInput, has_room_again_for_what_was_taken) {
    start();
    for (u32 round = 0; round < 10; ++round) {
        u32 count = 0;
        while (first.tell(movement, 0, 1))
            ++count;
        EXPECT_EQ(count, first.queue_size);
        first.interrupt(0);
        EXPECT_EQ(input->take_motion().right, i32(count));
    }
    EXPECT_EQ(first.resets, 1u);
}

TEST_F(DriverVirtioInput, events_of_another_size_and_unknown_ones_mean_nothing) {
    start();
    ASSERT_TRUE(first.tell(key, 30, 1, 4));
    ASSERT_TRUE(first.tell(key, 30, 1, 9));
    ASSERT_TRUE(first.tell(77, 30, 1));
    first.send(movement, 5, 1);
    first.send(key, 0x2ff, 1);
    EXPECT_EQ(input->take(), Event{});
    EXPECT_EQ(input->unknown_motions(), 1u);
    EXPECT_EQ(input->statistics().unknown_bytes, 1u);
    expect_works();
}

TEST_F(DriverVirtioInput, a_device_that_does_what_it_must_not_is_started_anew_with_all_keys_up) {
    start();
    u32 resets = first.resets;
    for (u32 const wrong : {u32(100), u32(0xffff'ffff)}) {
        first.send(key, 30, 1);
        first.send(key, left_button, 1);
        expect(4, true);
        first.use(0, wrong, 8);
        first.interrupt(0);
        EXPECT_EQ(first.resets, ++resets);
        expect(4, false);
        (void)input->take_motion();
        EXPECT_EQ(input->take_motion().buttons, 0u);
        expect_works();
    }
    first.jump(0, 1000);
    EXPECT_EQ(first.resets, ++resets);
    expect_works();
}

TEST_F(DriverVirtioInput, one_that_cannot_be_started_anew_is_given_up) {
    start();
    first.offered = 0;
    first.use(0, 1000, 8);
    first.interrupt(0);
    EXPECT_FALSE(first.is_claimed);
    EXPECT_EQ(input->take(), Event{});
}

TEST_F(DriverVirtioInput, what_is_missing_or_cannot_be_used_is_a_line_in_the_log) {
    second.offered = first.offered = 0;
    expect_broken();
    first.offered = VIRTIO_F_VERSION_1;
    first.queue_size = 0;
    expect_broken();
    first.queue_size = 16;
    for (u32 structure = 1; structure <= 4; ++structure) {
        first.missing_structure = structure;
        expect_broken();
    }
    first.missing_structure = 0;
    for (usize const limit : {0, 1}) {
        memory.limit = limit;
        expect_broken();
    }
}

TEST_F(DriverVirtioInput, any_events_at_all_leave_each_key_up_as_often_as_down) {
    std::mt19937 random(11);
    start();
    std::map<u8, int> down;
    auto const take = [&] {
        for (Event event = input->take(); event.key != 0; event = input->take()) {
            down[event.key] += event.is_down ? 1 : -1;
            ASSERT_TRUE(down[event.key] == 0 || down[event.key] == 1);
        }
    };
    for (u32 i = 0; i < 5'000; ++i) {
        ASSERT_TRUE(first.tell(u16(random() % 3), u16(random() % 0x120), u32(random() % 3)));
        if (random() % 200 == 0) first.use(0, u32(random() % 40), u32(random() % 16));
        first.interrupt(0);
        if (random() % 4 == 0) take();
    }
    first.jump(0, 1000);
    take();
    for (auto const& [which, count] : down)
        EXPECT_EQ(count, 0) << int(which);
}

} // namespace
} // namespace flat::driver
