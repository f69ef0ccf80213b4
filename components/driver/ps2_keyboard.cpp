// SPDX-License-Identifier: BSD-2-Clause
// A keyboard at a PC's controller: from its bytes to keys that go down and up.
#include <driver/ps2_keyboard.hpp>

namespace flat::driver {

namespace {

/// What one interrupt reads at most: a controller whose bytes do not end holds nobody up.
constexpr u32 bytes_at_once = 16;

} // namespace

input::Keyboard::Event Ps2Keyboard::take() {
    auto const state = state_.lock();
    if (state->size == 0) return {};
    Event const event = state->events[state->begin];
    state->begin = (state->begin + 1) % capacity;
    --state->size;
    return event;
}

/// Where there is no room a press is lost, never a release: a key's two events need two places, and
/// one is kept for each key that is down.
void Ps2Keyboard::State::change(KeyChange change) {
    if (is_down[change.key] == change.is_down) return; // repeated, or its press was lost
    u32 kept = 0;
    for (bool const down : is_down)
        kept += down;
    if (change.is_down && size + kept + 2 > capacity) {
        ++statistics.lost_events;
        return;
    }
    is_down[change.key] = change.is_down;
    events[(begin + size++) % capacity] = {change.key, change.is_down};
}

void Ps2Keyboard::State::release_all() {
    for (u32 key = 0; key < key_count; ++key)
        if (is_down[key]) change({static_cast<u8>(key), false});
    codes.reset();
}

void Ps2Keyboard::arrived() {
    auto const state = state_.lock();
    for (u32 count = 0; count < bytes_at_once; ++count) {
        u8 const status = controller->status();
        if (!(status & ps2_status::OUTPUT_FULL)) return;
        u8 const byte = controller->read();
        if (status & ps2_status::FROM_MOUSE) continue;
        if (byte == keyboard_overrun || byte == keyboard_overrun_of_set_2) {
            ++state->statistics.unknown_bytes;
            state->release_all();
            continue;
        }
        KeyChange const change = state->codes.next(byte);
        if (state->codes.was_unknown()) ++state->statistics.unknown_bytes;
        if (change.key != 0) state->change(change);
    }
}

} // namespace flat::driver
