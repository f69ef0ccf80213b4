// SPDX-License-Identifier: BSD-2-Clause
// A keyboard and a mouse at a PC's controller: from their bytes to keys and movement.
#include <driver/ps2_input.hpp>

namespace flat::driver {

namespace {

/// What one interrupt reads at most: a controller whose bytes do not end holds nobody up.
constexpr u32 bytes_at_once = 16;

} // namespace

input::Keyboard::Statistics Ps2Input::statistics() {
    auto const state = state_.lock();
    return {state->keys.lost_events(), state->unknown_bytes};
}

void Ps2Input::State::take_key_byte(u8 byte) {
    if (byte == keyboard_overrun || byte == keyboard_overrun_of_set_2) {
        ++unknown_bytes;
        keys.release_all();
        codes.reset();
        return;
    }
    KeyChange const change = codes.next(byte);
    if (codes.was_unknown()) ++unknown_bytes;
    if (change.key != 0) keys.change(change.key, change.is_down);
}

void Ps2Input::State::take_mouse_byte(u8 byte) {
    if (!packets.next(byte)) return;
    mouse.move(packets.right(), packets.down());
    mouse.set_buttons(packets.buttons());
}

void Ps2Input::arrived() {
    auto const state = state_.lock();
    for (u32 count = 0; count < bytes_at_once; ++count) {
        u8 const status = controller->status();
        if (!(status & ps2_status::OUTPUT_FULL)) return;
        u8 const byte = controller->read();
        if (status & ps2_status::FROM_MOUSE)
            state->take_mouse_byte(byte);
        else
            state->take_key_byte(byte);
    }
}

} // namespace flat::driver
