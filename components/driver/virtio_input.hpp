// SPDX-License-Identifier: BSD-2-Clause
// A keyboard and a mouse of virtio, in either order.
#pragma once

#include <driver/key_events.hpp>
#include <driver/virtio_input.flat.hpp>
#include <driver/virtio_input_device.hpp>

namespace flat::driver {

/// Up to two input devices, of which each may tell of keys, of movement, or of both. Without any
/// there is a line in the log, and no key is ever pressed. What a device tells that got lost ends
/// with all keys and buttons up.
class VirtioInput : public VirtioInputComponent, private VirtioInputDevice::Listener, NonCopyable {
public:
    VirtioInput(Ports const& ports, Attributes const& attributes);

    Event take() override { return state_.lock()->keys.take(); }
    Statistics statistics() override;
    Motion take_motion() override { return state_.lock()->mouse.take(); }
    u64 unknown_motions() override { return state_.lock()->unknown_motions; }

private:
    struct State {
        void take_key(u16 code, u32 value);
        void take_movement(u16 code, u32 value);

        KeyEvents keys;
        u64 unknown_keys = 0;
        MouseEvents mouse;
        u64 unknown_motions = 0;
    };

    void told(VirtioInputEvent const& event) override;
    void lost() override;

    Guarded<State> state_;
    VirtioInputDevice first_{*device, *memory, *this};
    VirtioInputDevice second_{*other, *memory, *this};
};

} // namespace flat::driver
