// SPDX-License-Identifier: BSD-2-Clause
// A keyboard and a mouse at a PC's controller.
#pragma once

#include <core/guarded.hpp>
#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <driver/key_events.hpp>
#include <driver/ps2_input.flat.hpp>
#include <driver/ps2_mouse_packets.hpp>
#include <driver/ps2_registers.hpp>
#include <driver/ps2_scan_codes.hpp>

namespace flat::driver {

/// Which keys are down is known here, not by the keyboard's word: one that repeats a key has it go
/// down once, and one that has lost codes, and says so, has let go of all keys. Either device may
/// be missing, which is a line in the log.
class Ps2Input : public Ps2InputComponent, private hal::Ps2Controller::Listener, NonCopyable {
public:
    Ps2Input(Ports const& ports, Attributes const& attributes);
    ~Ps2Input();

    Event take() override { return state_.lock()->keys.take(); }
    Statistics statistics() override;
    Motion take_motion() override { return state_.lock()->mouse.take(); }
    u64 unknown_motions() override { return state_.lock()->packets.unknown_bytes(); }

private:
    struct State {
        void take_key_byte(u8 byte);
        void take_mouse_byte(u8 byte);

        ScanCodes codes;
        KeyEvents keys;
        u64 unknown_bytes = 0;
        Ps2MousePackets packets;
        MouseEvents mouse;
    };

    /// Whose answer is waited for.
    enum class Port : u8 { keyboard, mouse };

    bool start();
    bool start_mouse();
    bool command(Ps2Command which);
    bool write(u8 value);
    bool tell(Port port, u8 value);
    bool write_to(Port port, u8 value);
    Maybe<u8> answer(Port port);
    bool set_mode(bool has_mouse);
    bool wait_for_room();
    void flush();
    void arrived() override;

    Guarded<State> state_;
    bool is_working_ = false;
};

} // namespace flat::driver
