// SPDX-License-Identifier: BSD-2-Clause
// Tests of what keyboards and mice have reported.
#include <driver/key_events.hpp>

#include <gtest/gtest.h>

namespace flat::driver {
namespace {

TEST(KeyEvents, that_nobody_takes_are_lost_and_counted_releases_never) {
    KeyEvents keys;
    for (u32 i = 0; i < 200; ++i)
        keys.change(u8(i + 1), true);
    EXPECT_EQ(keys.lost_events(), 168u);
    for (u32 i = 0; i < 200; ++i)
        keys.change(u8(i + 1), false);
    for (u32 key = 1; key <= 32; ++key)
        EXPECT_EQ(keys.take(), (KeyEvents::Event{u8(key), true}));
    for (u32 key = 1; key <= 32; ++key)
        EXPECT_EQ(keys.take(), (KeyEvents::Event{u8(key), false}));
    EXPECT_EQ(keys.take(), KeyEvents::Event{});
}

TEST(KeyEvents, of_a_keyboard_that_lost_some_end_with_all_keys_up) {
    KeyEvents keys;
    keys.change(4, true);
    keys.change(4, true); // repeated
    keys.change(225, true);
    keys.release_all();
    keys.change(4, false);
    for (KeyEvents::Event const& each :
         {KeyEvents::Event{4, true}, {225, true}, {4, false}, {225, false}, {}})
        EXPECT_EQ(keys.take(), each);
}

TEST(MouseEvents, add_up_until_they_are_taken) {
    MouseEvents mouse;
    mouse.move(5, -3);
    mouse.move(-7, -1);
    EXPECT_EQ(mouse.take(), (MouseEvents::Motion{-2, -4, 0}));
    EXPECT_EQ(mouse.take(), (MouseEvents::Motion{0, 0, 0}));
    for (u32 i = 0; i < 3; ++i)
        mouse.move(0x7fff'ffff, -0x7fff'ffff);
    EXPECT_EQ(mouse.take(), (MouseEvents::Motion{0x7fff'ffff, -0x7fff'ffff, 0}));
}

TEST(MouseEvents, tell_of_a_button_that_was_pressed_in_between) {
    MouseEvents mouse;
    mouse.set_buttons(input::Mouse::left | input::Mouse::right);
    mouse.set_buttons(input::Mouse::right);
    mouse.set_buttons(0);
    EXPECT_EQ(mouse.take().buttons, u32(input::Mouse::left | input::Mouse::right));
    EXPECT_EQ(mouse.take().buttons, 0u);
    mouse.set_buttons(input::Mouse::middle);
    EXPECT_EQ(mouse.take().buttons, u32(input::Mouse::middle));
    EXPECT_EQ(mouse.take().buttons, u32(input::Mouse::middle));
}

} // namespace
} // namespace flat::driver
