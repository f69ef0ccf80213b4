// SPDX-License-Identifier: BSD-2-Clause
// A keyboard and a mouse at a PC's controller: how all three are started.
#include <core/say.hpp>
#include <driver/ps2_input.hpp>

namespace flat::driver {

namespace {

/// How often the controller is asked for what must come.
constexpr u32 ps2_patience = 100'000;

/// How many bytes may wait before the start: more have no end.
constexpr u32 waiting_max = 64;

/// How often a keyboard may ask for the same again.
constexpr u32 resends_max = 3;

} // namespace

Ps2Input::Ps2Input(Ports const& ports, Attributes const& attributes)
    : Ps2InputComponent(ports, attributes) {
    is_working_ = start();
    if (!is_working_) say(*log, "keyboard: there is none, or it does not work");
}

Ps2Input::~Ps2Input() {
    if (!is_working_) return;
    (void)command(Ps2Command::DISABLE_KEYBOARD);
    (void)command(Ps2Command::DISABLE_MOUSE);
    controller->ignore();
}

/// With both silent first, so that answers are answers.
bool Ps2Input::start() {
    if (!command(Ps2Command::DISABLE_KEYBOARD) || !command(Ps2Command::DISABLE_MOUSE)) return false;
    flush();
    if (!command(Ps2Command::SELF_TEST)) return false;
    Maybe<u8> const result = answer(Port::keyboard);
    if (!result || *result != ps2_self_test_passed) return false;
    bool const has_mouse = start_mouse();
    if (!has_mouse) say(*log, "mouse: there is none, or it does not work");
    if (!command(Ps2Command::ENABLE_KEYBOARD)) return false;
    flush();
    if (!tell(Port::keyboard, ps2_defaults_and_disable)) return false;
    flush();
    hal::Ps2Controller::Listener& self = *this;
    if (!tell(Port::keyboard, ps2_enable) || controller->listen(self).is_error()) return false;
    if (set_mode(has_mouse)) return true;
    controller->ignore();
    return false;
}

/// What it tells before the controller's mode is set waits there, or is lost.
bool Ps2Input::start_mouse() {
    bool const is_started = command(Ps2Command::ENABLE_MOUSE) &&
                            tell(Port::mouse, ps2_defaults_and_disable) &&
                            tell(Port::mouse, ps2_enable);
    if (!is_started) (void)command(Ps2Command::DISABLE_MOUSE);
    return is_started;
}

bool Ps2Input::set_mode(bool has_mouse) {
    u8 const mouse = has_mouse ? ps2_mode::MOUSE_INTERRUPT : ps2_mode::MOUSE_DISABLED;
    return command(Ps2Command::WRITE_MODE) &&
           write(ps2_mode::KEYBOARD_INTERRUPT | ps2_mode::TRANSLATED | mouse);
}

/// Tells a device something that it must acknowledge. What comes meanwhile are keys or movements.
bool Ps2Input::tell(Port port, u8 value) {
    for (u32 sent = 0; sent <= resends_max; ++sent) {
        if (!write_to(port, value)) return false;
        Maybe<u8> reply = answer(port);
        for (u32 skipped = 0; reply && *reply != ps2_resend; ++skipped) {
            if (*reply == ps2_acknowledge) return true;
            if (skipped == waiting_max) return false;
            reply = answer(port);
        }
        if (!reply) return false;
    }
    return false;
}

bool Ps2Input::write_to(Port port, u8 value) {
    return (port == Port::keyboard || command(Ps2Command::WRITE_MOUSE)) && write(value);
}

bool Ps2Input::command(Ps2Command which) {
    if (!wait_for_room()) return false;
    controller->command(static_cast<u8>(which));
    return true;
}

bool Ps2Input::write(u8 value) {
    if (!wait_for_room()) return false;
    controller->write(value);
    return true;
}

bool Ps2Input::wait_for_room() {
    for (u32 tries = 0; tries < ps2_patience; ++tries)
        if (!(controller->status() & ps2_status::INPUT_FULL)) return true;
    return false;
}

Maybe<u8> Ps2Input::answer(Port port) {
    for (u32 tries = 0; tries < ps2_patience; ++tries) {
        u8 const status = controller->status();
        if (!(status & ps2_status::OUTPUT_FULL)) continue;
        u8 const byte = controller->read();
        bool const is_mouse = status & ps2_status::FROM_MOUSE;
        if (is_mouse == (port == Port::mouse)) return byte;
    }
    return nothing;
}

void Ps2Input::flush() {
    for (u32 count = 0; count < waiting_max; ++count) {
        if (!(controller->status() & ps2_status::OUTPUT_FULL)) return;
        (void)controller->read();
    }
}

} // namespace flat::driver
