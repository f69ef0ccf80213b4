// SPDX-License-Identifier: BSD-2-Clause
// What keyboards and mice have reported, until somebody takes it.
#include <driver/key_events.hpp>

namespace flat::driver {

namespace {

i32 sum(i32 a, i32 b) {
    constexpr i64 largest = 0x7fff'ffff;
    i64 const exact = i64(a) + b;
    return static_cast<i32>(exact > largest ? largest : exact < -largest ? -largest : exact);
}

} // namespace

/// A key's two events need two places, and one is kept for each key that is down.
void KeyEvents::change(u8 key, bool is_down) {
    if (is_down_[key] == is_down) return; // repeated, or its press was lost
    if (is_down && size_ + down_count_ + 2 > capacity) {
        ++lost_events_;
        return;
    }
    is_down_[key] = is_down;
    down_count_ += is_down ? 1 : ~u32(0);
    events_[(begin_ + size_++) % capacity] = {key, is_down};
}

void KeyEvents::release_all() {
    for (u32 key = 0; key < key_count; ++key)
        if (is_down_[key]) change(static_cast<u8>(key), false);
}

KeyEvents::Event KeyEvents::take() {
    if (size_ == 0) return {};
    Event const event = events_[begin_];
    begin_ = (begin_ + 1) % capacity;
    --size_;
    return event;
}

void MouseEvents::move(i32 right, i32 down) {
    right_ = sum(right_, right);
    down_ = sum(down_, down);
}

void MouseEvents::set_buttons(u32 buttons) {
    pressed_ = buttons;
    were_pressed_ |= buttons;
}

MouseEvents::Motion MouseEvents::take() {
    Motion const motion{right_, down_, pressed_ | were_pressed_};
    right_ = down_ = 0;
    were_pressed_ = 0;
    return motion;
}

} // namespace flat::driver
