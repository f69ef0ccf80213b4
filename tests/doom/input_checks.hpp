// SPDX-License-Identifier: BSD-2-Clause
// What must be so of keyboards and mice whatever they send.
#pragma once

#include <flat/input/keyboard.hpp>
#include <flat/input/mouse.hpp>

#include <cstdlib>
#include <map>

namespace flat::input {

/// Takes all that a keyboard has told: each key goes down and up in turn.
class KeyBalance {
public:
    void take_all(Keyboard& keyboard) {
        for (auto event = keyboard.take(); event.key != 0; event = keyboard.take()) {
            bool& is_down = is_down_[event.key];
            if (is_down == event.is_down) std::abort();
            is_down = event.is_down;
        }
    }

    /// After a loss, of which a keyboard is to let go of all keys.
    void expect_all_up() const {
        for (auto const& [key, is_down] : is_down_)
            if (is_down) std::abort();
    }

private:
    std::map<u8, bool> is_down_;
};

/// Takes what a mouse has told: it has three buttons.
inline void take_motion(Mouse& mouse) {
    constexpr u32 buttons = Mouse::left | Mouse::right | Mouse::middle;
    if (mouse.take_motion().buttons & ~buttons) std::abort();
}

} // namespace flat::input
