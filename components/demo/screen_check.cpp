// SPDX-License-Identifier: BSD-2-Clause
// Shows pictures of several sizes and looks at them; then says which keys are pressed and how
// the mouse is moved.
#include <demo/screen_check.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <machine/interrupts.hpp>

namespace flat::demo {

namespace {

constexpr u8 escape_key = 41;
constexpr u64 period_ns = 1'000'000;

/// A stripe for each of eight colours, darker from top to bottom.
u32 pixel_of(video::Screen::Frame const& frame, u32 x, u32 y) {
    u32 const colour = x * 8 / frame.width;
    u32 const light = 255 - y * 200 / frame.height;
    return (colour & 4 ? light << 16 : 0) | (colour & 2 ? light << 8 : 0) |
           (colour & 1 ? light : 0);
}

u32 volatile* row_of(video::Screen::Frame const& frame, u32 y) {
    return pointer_to<u32 volatile>(frame.pixels + u64(y) * frame.pitch_bytes);
}

} // namespace

void ScreenCheck::run() {
    show(320, 200);
    show(1024, 768);
    show(640, 480);
    if (screen->set_mode(30'000, 30'000).is_ok()) panic("a picture is larger than the memory");
    say_keys();
    power->power_off(0);
}

void ScreenCheck::show(u32 width, u32 height) {
    auto const mode = screen->set_mode(width, height);
    if (mode.is_error()) panic("no picture of {} x {}", width, height);
    auto const frame = mode.value();
    u64 light = 0;
    for (u32 y = 0; y < height; ++y)
        for (u32 x = 0; x < width; ++x)
            light += row_of(frame, y)[x];
    if (light != 0) panic("the picture is not black at first");
    for (u32 y = 0; y < height; ++y)
        for (u32 x = 0; x < width; ++x)
            row_of(frame, y)[x] = pixel_of(frame, x, y);
    for (u32 y = 0; y < height; ++y)
        for (u32 x = 0; x < width; ++x)
            if (row_of(frame, y)[x] != pixel_of(frame, x, y)) panic("a pixel was lost");
    say(*log, "a picture of {} x {} pixels", width, height);
}

/// Waits for keys with interrupts, of which a timer has enough that none is waited for in vain.
void ScreenCheck::say_keys() {
    say(*log, "press keys, move the mouse; Escape ends");
    timer->start(period_ns, *this);
    for (bool is_over = false; !is_over;) {
        auto const event = keyboard->take();
        say_motion(); // what came before the key
        if (event.key == 0) {
            machine::wait_for_interrupt();
            continue;
        }
        say(*log, "key {} {}", event.key, event.is_down ? "down" : "up");
        is_over = event.key == escape_key && !event.is_down;
    }
    timer->stop();
    say(*log, "in the end the mouse is at {}, {} with buttons {}", right_, down_, buttons_);
    auto const statistics = keyboard->statistics();
    say(*log, "{} keys lost, {} bytes unknown", statistics.lost_events,
        statistics.unknown_bytes + mouse->unknown_motions());
}

void ScreenCheck::say_motion() {
    auto const motion = mouse->take_motion();
    right_ += motion.right;
    down_ += motion.down;
    bool const is_same = motion.buttons == buttons_;
    if (motion.right == 0 && motion.down == 0 && is_same) return;
    buttons_ = motion.buttons;
    say(*log, "the mouse is at {}, {} with buttons {}", right_, down_, buttons_);
}

} // namespace flat::demo
