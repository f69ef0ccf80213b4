// SPDX-License-Identifier: BSD-2-Clause
// Registers and commands of the 8042 and of keyboards (IBM PS/2 Hardware Interface Technical
// Reference).
#pragma once

#include <core/types.hpp>

namespace flat::driver {

/// The controller's status.
namespace ps2_status {
inline constexpr u8 OUTPUT_FULL = 0x01; // a byte waits to be read
inline constexpr u8 INPUT_FULL = 0x02;  // it has not taken the last one yet
inline constexpr u8 FROM_MOUSE = 0x20;  // the byte that waits is from the second port
} // namespace ps2_status

enum class Ps2Command : u8 {
    READ_MODE = 0x20,
    WRITE_MODE = 0x60,
    DISABLE_MOUSE = 0xa7,
    ENABLE_MOUSE = 0xa8,
    SELF_TEST = 0xaa,
    DISABLE_KEYBOARD = 0xad,
    ENABLE_KEYBOARD = 0xae,
    WRITE_MOUSE = 0xd4, // the next byte is the mouse's
};
inline constexpr u8 ps2_self_test_passed = 0x55;

/// The controller's mode.
namespace ps2_mode {
inline constexpr u8 KEYBOARD_INTERRUPT = 0x01;
inline constexpr u8 MOUSE_INTERRUPT = 0x02;
inline constexpr u8 KEYBOARD_DISABLED = 0x10;
inline constexpr u8 MOUSE_DISABLED = 0x20;
inline constexpr u8 TRANSLATED = 0x40; // of whatever set codes are, they arrive as of set 1
} // namespace ps2_mode

/// Commands to keyboards and mice, and their answers.
inline constexpr u8 ps2_enable = 0xf4;
inline constexpr u8 ps2_defaults_and_disable = 0xf5;
inline constexpr u8 ps2_acknowledge = 0xfa;
inline constexpr u8 ps2_resend = 0xfe;

/// What comes in place of a code when too many came: some got lost.
inline constexpr u8 keyboard_overrun = 0xff;
inline constexpr u8 keyboard_overrun_of_set_2 = 0x00;

} // namespace flat::driver
