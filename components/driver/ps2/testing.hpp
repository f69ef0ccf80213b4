// SPDX-License-Identifier: BSD-2-Clause
// A controller with a keyboard and a mouse that are not there, and do what a test wants, right or
// wrong.
#pragma once

#include <driver/ps2_registers.hpp>
#include <flat/hal/ps2_controller.hpp>

#include <deque>
#include <utility>

namespace flat::driver::testing {

/// The side of the devices: an 8042, a keyboard and a mouse.
class FakePs2 : public hal::Ps2Controller {
public:
    u8 status() override {
        if (!is_there) return 0xff;
        u8 status = never_takes ? ps2_status::INPUT_FULL : 0;
        if (!output.empty()) {
            status |= ps2_status::OUTPUT_FULL;
            if (output.front().is_mouse) status |= ps2_status::FROM_MOUSE;
        }
        return status;
    }
    u8 read() override {
        if (!is_there || output.empty()) return 0xff;
        u8 const byte = output.front().byte;
        if (!never_ends) output.pop_front();
        return byte;
    }
    void command(u8 value) override {
        writes_mode_ = value == u8(Ps2Command::WRITE_MODE);
        writes_mouse_ = value == u8(Ps2Command::WRITE_MOUSE);
        if (value == u8(Ps2Command::SELF_TEST)) put(self_test);
        if (value == u8(Ps2Command::DISABLE_KEYBOARD)) is_enabled = false;
        if (value == u8(Ps2Command::ENABLE_KEYBOARD)) is_enabled = true;
    }
    void write(u8 value) override {
        if (writes_mode_) {
            mode = value;
            writes_mode_ = false;
        } else if (std::exchange(writes_mouse_, false)) {
            if (!has_mouse) return;
            put(mouse_answer, true);
            if (value == ps2_enable) moves = true;
        } else if (has_keyboard) {
            if (resends > 0) {
                --resends;
                put(ps2_resend);
                return;
            }
            if (talks) put(0x1e); // a key meanwhile
            put(ps2_acknowledge);
            if (value == ps2_enable) scans = true;
        }
    }
    Result<void, hal::TrapError> listen(Listener& listener) override {
        if (!has_line) return hal::TrapError{hal::TrapError::taken};
        listener_ = &listener;
        return {};
    }
    void ignore() override { listener_ = nullptr; }

    /// A byte arrives, and the line is raised for it.
    void send(u8 byte, bool is_mouse = false) {
        put(byte, is_mouse);
        u8 const line = is_mouse ? ps2_mode::MOUSE_INTERRUPT : ps2_mode::KEYBOARD_INTERRUPT;
        if (listener_ && mode & line) listener_->arrived();
    }
    void put(u8 byte, bool is_mouse = false) { output.push_back({byte, is_mouse}); }
    void interrupt() { listener_->arrived(); }
    bool is_listened_to() const { return listener_; }

    struct Waiting {
        u8 byte;
        bool is_mouse;
    };
    std::deque<Waiting> output;
    bool is_there = true;
    bool has_keyboard = true;
    bool has_mouse = true;
    u8 mouse_answer = ps2_acknowledge;
    bool has_line = true;
    bool never_takes = false; ///< Takes no byte.
    bool never_ends = false;  ///< Always has another byte.
    bool talks = false;       ///< Sends keys while it is started.
    u32 resends = 0;          ///< How often it wants the next byte again.
    u8 self_test = ps2_self_test_passed;
    bool is_enabled = false;
    bool scans = false;
    bool moves = false;
    u8 mode = 0;

private:
    Listener* listener_ = nullptr;
    bool writes_mode_ = false;
    bool writes_mouse_ = false;
};

} // namespace flat::driver::testing
