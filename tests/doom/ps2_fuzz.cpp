// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever bytes a keyboard and a mouse at a PC's controller send, each key goes
// down and up in turn, and the loss that a keyboard tells of lets go of all.
#include "input_checks.hpp"

#include <driver/ps2/testing.hpp>
#include <driver/ps2_input.hpp>
#include <log/testing.hpp>

#include <cstdint>

using namespace flat;

namespace {

class Input final : public driver::Ps2Input {
public:
    using Ps2Input::Ps2Input;
};

/// How the controller is when it is started: one bit for each that can be wrong.
void misbehave(driver::testing::FakePs2& device, u8 how) {
    device.has_keyboard = !(how & 1);
    device.has_mouse = !(how & 2);
    device.talks = how & 4;
    device.resends = how >> 3 & 3;
    device.never_takes = how & 0x20;
    if (how & 0x40) device.mouse_answer = driver::ps2_resend;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size == 0) return 0;
    driver::testing::FakePs2 device;
    log::testing::FakeLog log;
    misbehave(device, data[0]);
    Input input({.controller = device, .log = log}, {});
    input::KeyBalance keys;
    for (std::size_t i = 1; i + 1 < size; i += 2) {
        device.send(data[i + 1], data[i] & 1);
        if (data[i] & 2) keys.take_all(input);
        if (data[i] & 4) input::take_motion(input);
    }
    device.send(driver::keyboard_overrun);
    keys.take_all(input);
    if (device.is_listened_to()) keys.expect_all_up();
    return 0;
}
