// SPDX-License-Identifier: BSD-2-Clause
// A keyboard at a PC's controller: how both are started.
#include <core/say.hpp>
#include <driver/ps2_keyboard.hpp>

namespace flat::driver {

namespace {

/// How often the controller is asked for what must come.
constexpr u32 ps2_patience = 100'000;

/// How many bytes may wait before the start: more have no end.
constexpr u32 waiting_max = 64;

/// How often a keyboard may ask for the same again.
constexpr u32 resends_max = 3;

} // namespace

Ps2Keyboard::Ps2Keyboard(Ports const& ports, Attributes const& attributes)
    : Ps2KeyboardComponent(ports, attributes) {
    is_working_ = start();
    if (!is_working_) say(*log, "keyboard: there is none, or it does not work");
}

Ps2Keyboard::~Ps2Keyboard() {
    if (!is_working_) return;
    (void)command(Ps2Command::DISABLE_KEYBOARD);
    controller->ignore();
}

/// With the keyboard silent first, so that answers are answers.
bool Ps2Keyboard::start() {
    if (!command(Ps2Command::DISABLE_KEYBOARD) || !command(Ps2Command::DISABLE_MOUSE)) return false;
    flush();
    if (!command(Ps2Command::SELF_TEST)) return false;
    Maybe<u8> const result = answer();
    if (!result || *result != ps2_self_test_passed) return false;
    if (!command(Ps2Command::ENABLE_KEYBOARD)) return false;
    flush();
    if (!tell_keyboard(keyboard_defaults_and_disable)) return false;
    flush();
    hal::Ps2Controller::Listener& self = *this;
    if (!tell_keyboard(keyboard_enable) || controller->listen(self).is_error()) return false;
    if (set_mode()) return true;
    controller->ignore();
    return false;
}

bool Ps2Keyboard::set_mode() {
    return command(Ps2Command::WRITE_MODE) &&
           write(ps2_mode::KEYBOARD_INTERRUPT | ps2_mode::MOUSE_DISABLED | ps2_mode::TRANSLATED);
}

/// Tells the keyboard something that it must acknowledge. What comes meanwhile are keys.
bool Ps2Keyboard::tell_keyboard(u8 value) {
    for (u32 sent = 0; sent <= resends_max; ++sent) {
        if (!write(value)) return false;
        Maybe<u8> reply = answer();
        for (u32 skipped = 0; reply && *reply != keyboard_resend; ++skipped) {
            if (*reply == keyboard_acknowledge) return true;
            if (skipped == waiting_max) return false;
            reply = answer();
        }
        if (!reply) return false;
    }
    return false;
}

bool Ps2Keyboard::command(Ps2Command which) {
    if (!wait_for_room()) return false;
    controller->command(static_cast<u8>(which));
    return true;
}

bool Ps2Keyboard::write(u8 value) {
    if (!wait_for_room()) return false;
    controller->write(value);
    return true;
}

bool Ps2Keyboard::wait_for_room() {
    for (u32 tries = 0; tries < ps2_patience; ++tries)
        if (!(controller->status() & ps2_status::INPUT_FULL)) return true;
    return false;
}

Maybe<u8> Ps2Keyboard::answer() {
    for (u32 tries = 0; tries < ps2_patience; ++tries) {
        u8 const status = controller->status();
        if (!(status & ps2_status::OUTPUT_FULL)) continue;
        u8 const byte = controller->read();
        if (!(status & ps2_status::FROM_MOUSE)) return byte;
    }
    return nothing;
}

void Ps2Keyboard::flush() {
    for (u32 count = 0; count < waiting_max; ++count) {
        if (!(controller->status() & ps2_status::OUTPUT_FULL)) return;
        (void)controller->read();
    }
}

} // namespace flat::driver
