// SPDX-License-Identifier: BSD-2-Clause
// A keyboard at a PC's controller.
#pragma once

#include <core/guarded.hpp>
#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <driver/ps2_keyboard.flat.hpp>
#include <driver/ps2_registers.hpp>
#include <driver/ps2_scan_codes.hpp>

namespace flat::driver {

/// Which keys are down is known here, not by the keyboard's word: one that repeats a key has it go
/// down once, and one that has lost codes, and says so, has let go of all keys.
class Ps2Keyboard : public Ps2KeyboardComponent, private hal::Ps2Controller::Listener, NonCopyable {
public:
    Ps2Keyboard(Ports const& ports, Attributes const& attributes);
    ~Ps2Keyboard();

    Event take() override;
    Statistics statistics() override { return state_.lock()->statistics; }

private:
    static constexpr u32 capacity = 64;
    static constexpr u32 key_count = 256;

    struct State {
        void change(KeyChange change);
        void release_all();

        ScanCodes codes;
        Event events[capacity] = {};
        u32 begin = 0;
        u32 size = 0;
        bool is_down[key_count] = {};
        Statistics statistics{};
    };

    bool start();
    bool command(Ps2Command which);
    bool write(u8 value);
    bool tell_keyboard(u8 value);
    Maybe<u8> answer();
    bool set_mode();
    bool wait_for_room();
    void flush();
    void arrived() override;

    Guarded<State> state_;
    bool is_working_ = false;
};

} // namespace flat::driver
