// SPDX-License-Identifier: BSD-2-Clause
// Tests of keyboards and mice at a controller that does right and wrong.
#include <driver/ps2_input.hpp>

#include <driver/ps2/testing.hpp>
#include <log/testing.hpp>

#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <random>

namespace flat::driver {
namespace {

using Event = input::Keyboard::Event;
using testing::FakePs2;

class Keys final : public Ps2Input {
public:
    using Ps2Input::Ps2Input;
};

class DriverPs2Input : public ::testing::Test {
protected:
    Keys& start() {
        keys.emplace(Ps2Input::Ports{.controller = device, .log = log}, Ps2Input::Attributes{});
        return *keys;
    }
    void expect_broken() {
        start();
        EXPECT_NE(log.text.find("keyboard:"), std::string::npos);
        EXPECT_FALSE(device.is_listened_to());
        EXPECT_EQ(keys->take(), Event{});
        keys.reset();
        log.text.clear();
    }
    void expect(u8 key, bool is_down) { EXPECT_EQ(keys->take(), (Event{key, is_down})); }

    FakePs2 device;
    log::testing::FakeLog log;
    std::optional<Keys> keys;
};

TEST_F(DriverPs2Input, tells_of_keys_in_the_order_in_which_they_were_pressed) {
    start();
    EXPECT_EQ(log.text, "");
    EXPECT_TRUE(device.scans && device.is_enabled);
    EXPECT_EQ(keys->take(), Event{});
    for (u8 const byte : {0x1e, 0x1f, 0x9e, 0xe0, 0x4b, 0x9f, 0xe0, 0xcb})
        device.send(byte);
    expect(4, true);
    expect(22, true);
    expect(4, false);
    expect(80, true);
    expect(22, false);
    expect(80, false);
    EXPECT_EQ(keys->take(), Event{});
}

TEST_F(DriverPs2Input, a_key_that_is_repeated_goes_down_once) {
    start();
    for (u8 const byte : {0x1e, 0x1e, 0x1e, 0x9e, 0x9e})
        device.send(byte);
    expect(4, true);
    expect(4, false);
    EXPECT_EQ(keys->take(), Event{});
}

TEST_F(DriverPs2Input, one_that_has_lost_codes_has_let_go_of_all_keys) {
    start();
    for (u8 const byte : {0x1e, 0x1f, 0xe0, 0xff})
        device.send(byte);
    expect(4, true);
    expect(22, true);
    expect(4, false);
    expect(22, false);
    device.send(0x1e);
    expect(4, true);
    EXPECT_EQ(keys->statistics().unknown_bytes, 1u);
}

TEST_F(DriverPs2Input, presses_that_nobody_takes_are_lost_and_counted_releases_never) {
    start();
    for (u32 i = 0; i < 100; ++i) {
        device.send(0x1e);
        device.send(0x9e);
    }
    u32 down = 0;
    u32 up = 0;
    for (Event event = keys->take(); event.key != 0; event = keys->take())
        ++(event.is_down ? down : up);
    EXPECT_EQ(down, up);
    EXPECT_EQ(down, 32u);
    EXPECT_EQ(keys->statistics().lost_events, 68u);
}

TEST_F(DriverPs2Input, bytes_of_a_mouse_are_its_movement_and_its_buttons) {
    start();
    EXPECT_TRUE(device.moves);
    device.send(0x1e);
    for (u8 const byte : {0x09, 5, 7, 0x18, 0xff, 0})
        device.send(byte, true);
    device.interrupt(); // for nothing
    EXPECT_EQ(keys->take_motion(), (input::Mouse::Motion{4, -7, input::Mouse::left}));
    EXPECT_EQ(keys->take_motion(), input::Mouse::Motion{});
    device.send(0x00, true);
    EXPECT_EQ(keys->unknown_motions(), 1u);
    expect(4, true);
    EXPECT_EQ(keys->take(), Event{});
    EXPECT_EQ(keys->statistics().unknown_bytes, 0u);
}

TEST_F(DriverPs2Input, a_keyboard_works_without_a_mouse) {
    for (bool const has_mouse : {false, true}) {
        device.has_mouse = has_mouse;
        device.mouse_answer = 0xfc; // it is broken
        start();
        EXPECT_EQ(log.text, "mouse: there is none, or it does not work\n");
        device.send(0x1e);
        expect(4, true);
        device.send(0x08, true);
        EXPECT_FALSE(device.mode & ps2_mode::MOUSE_INTERRUPT);
        keys.reset();
        device.output.clear();
        log.text.clear();
    }
}

TEST_F(DriverPs2Input, bytes_without_end_hold_nobody_up) {
    start();
    device.put(0x1e);
    device.never_ends = true;
    device.interrupt();
    expect(4, true);
    EXPECT_EQ(keys->take(), Event{});
}

TEST_F(DriverPs2Input, is_started_whatever_waits_and_comes_meanwhile) {
    for (u32 i = 0; i < 30; ++i)
        device.put(0x55);
    device.put(0x12, true);
    device.talks = true;
    device.resends = 2;
    start();
    EXPECT_EQ(log.text, "");
    device.send(0x1e);
    expect(4, true);
}

TEST_F(DriverPs2Input, what_is_missing_or_does_not_answer_is_a_line_in_the_log) {
    device.is_there = false;
    expect_broken();
    device.is_there = true;
    device.has_keyboard = false;
    expect_broken();
    device.has_keyboard = true;
    device.has_line = false;
    expect_broken();
    device.has_line = true;
    device.never_takes = true;
    expect_broken();
    device.never_takes = false;
    device.self_test = 0xfc;
    expect_broken();
    device.self_test = ps2_self_test_passed;
    device.resends = 10;
    expect_broken();
}

TEST_F(DriverPs2Input, any_bytes_at_all_leave_each_key_up_as_often_as_down) {
    std::mt19937 random(7);
    start();
    std::map<u8, int> down;
    for (u32 i = 0; i < 20'000; ++i) {
        device.send(u8(random()));
        for (Event event = keys->take(); event.key != 0; event = keys->take()) {
            down[event.key] += event.is_down ? 1 : -1;
            ASSERT_TRUE(down[event.key] == 0 || down[event.key] == 1);
        }
    }
    device.send(0xff);
    for (Event event = keys->take(); event.key != 0; event = keys->take())
        --down[event.key];
    for (auto const& [key, count] : down)
        EXPECT_EQ(count, 0) << int(key);
}

TEST_F(DriverPs2Input, its_end_silences_the_keyboard) {
    start();
    keys.reset();
    EXPECT_FALSE(device.is_enabled);
    EXPECT_FALSE(device.is_listened_to());
}

} // namespace
} // namespace flat::driver
