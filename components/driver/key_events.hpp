// SPDX-License-Identifier: BSD-2-Clause
// What keyboards and mice have reported, until somebody takes it.
#pragma once

#include <flat/input/keyboard.hpp>
#include <flat/input/mouse.hpp>

namespace flat::driver {

/// Keys that go down and up, as flat.input.Keyboard tells them. Which are down is known here, not
/// by a keyboard's word: each goes up as often as down. Callers see to it that one of them at a
/// time is inside.
class KeyEvents {
public:
    using Event = input::Keyboard::Event;

    /// A key went down or up; of one that is so already, nothing. Where there is no room a press
    /// is lost and counted, never a release.
    void change(u8 key, bool is_down);

    /// All keys go up: what the keyboard told got lost.
    void release_all();

    /// The oldest event, of key 0 if there is none.
    Event take();

    u64 lost_events() const { return lost_events_; }

private:
    static constexpr u32 capacity = 64;
    static constexpr u32 key_count = 256;

    Event events_[capacity] = {};
    u32 begin_ = 0;
    u32 size_ = 0;
    u32 down_count_ = 0;
    bool is_down_[key_count] = {};
    u64 lost_events_ = 0;
};

/// How far a mouse was moved, and its buttons, as flat.input.Mouse tells them.
class MouseEvents {
public:
    using Motion = input::Mouse::Motion;

    /// It was moved; what is more than the largest number is the largest.
    void move(i32 right, i32 down);

    /// These buttons are pressed now, and no others.
    void set_buttons(u32 buttons);
    u32 buttons() const { return pressed_; }

    Motion take();

private:
    i32 right_ = 0;
    i32 down_ = 0;
    u32 pressed_ = 0;
    u32 were_pressed_ = 0; // since `take`
};

} // namespace flat::driver
