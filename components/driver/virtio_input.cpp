// SPDX-License-Identifier: BSD-2-Clause
// A keyboard and a mouse of virtio: from Linux' codes to keys and movement.
#include <driver/virtio_input.hpp>

#include <core/say.hpp>
#include <driver/ps2_scan_codes.hpp>

namespace flat::driver {

namespace {

/// Linux' kinds of events (linux/input-event-codes.h), which the standard refers to.
enum class EventKind : u16 { SYN = 0, KEY = 1, REL = 2 };

enum class Movement : u16 { X = 0, Y = 1, WHEEL = 8 };

constexpr u16 first_button = 0x110; // the left one; the others follow as in flat.input.Mouse
constexpr u16 button_count = 3;

/// Linux' codes of keys that are none of a PC's plain codes; 0 for one that no keyboard of USB has.
u8 key_of_code(u16 code) {
    constexpr u16 first = 96;
    constexpr u8 keys[] = {88, 228, 84, 70, 230, 0,  74, 82,
                           75, 80,  79, 77, 81,  78, 73, 76}; // ..111
    constexpr u16 last_plain = 88;
    if (code <= last_plain) return key_of_plain_code(static_cast<u8>(code));
    if (code >= first && code < first + sizeof keys) return keys[code - first];
    switch (code) {
    case 119:
        return 72; // Pause
    case 125:
        return 227; // left Windows
    case 126:
        return 231; // right Windows
    case 127:
        return 101; // Menu
    default:
        return 0;
    }
}

} // namespace

VirtioInput::VirtioInput(Ports const& ports, Attributes const& attributes)
    : VirtioInputComponent(ports, attributes) {
    bool const is_first = first_.start().is_ok();
    bool const is_second = second_.start().is_ok();
    if (!is_first && !is_second)
        say(*log, "virtio-input: there is no such device, or it cannot be used");
}

input::Keyboard::Statistics VirtioInput::statistics() {
    auto const state = state_.lock();
    return {state->keys.lost_events(), state->unknown_keys};
}

void VirtioInput::State::take_key(u16 code, u32 value) {
    if (code >= first_button && code < first_button + button_count) {
        u32 const button = u32{1} << (code - first_button);
        mouse.set_buttons(value ? mouse.buttons() | button : mouse.buttons() & ~button);
        return;
    }
    u8 const key = key_of_code(code);
    if (key != 0)
        keys.change(key, value != 0);
    else
        ++unknown_keys;
}

void VirtioInput::State::take_movement(u16 code, u32 value) {
    i32 const counts = static_cast<i32>(value);
    if (code == u16(Movement::X))
        mouse.move(counts, 0);
    else if (code == u16(Movement::Y))
        mouse.move(0, counts);
    else if (code != u16(Movement::WHEEL))
        ++unknown_motions;
}

void VirtioInput::told(VirtioInputEvent const& event) {
    auto const state = state_.lock();
    if (event.kind == u16(EventKind::KEY)) state->take_key(event.code, event.value);
    if (event.kind == u16(EventKind::REL)) state->take_movement(event.code, event.value);
}

void VirtioInput::lost() {
    auto const state = state_.lock();
    state->keys.release_all();
    state->mouse.set_buttons(0);
    ++state->unknown_keys;
}

} // namespace flat::driver
