// SPDX-License-Identifier: BSD-2-Clause
// Scan codes of set 1, and the keys that they mean.
#include <driver/ps2_scan_codes.hpp>

namespace flat::driver {

namespace {

constexpr u8 released = 0x80; // the bit of a code that says that the key went up
constexpr u8 pause_key = 72;

/// The keys of codes of one byte, from 0 on.
constexpr u8 plain_keys[] = {
    0,  41, 30, 31, 32, 33, 34,  35, 36,  37, 38,  39, 45, 46,  42, 43, // Esc 1-0 - = <- Tab
    20, 26, 8,  21, 23, 28, 24,  12, 18,  19, 47,  48, 40, 224, 4,  22, // Q-P [ ] Enter Ctrl A S
    7,  9,  10, 11, 13, 14, 15,  51, 52,  53, 225, 49, 29, 27,  6,  25, // D-L ; ' ` Shift Z X C V
    5,  17, 16, 54, 55, 56, 229, 85, 226, 44, 57,  58, 59, 60,  61, 62, // B-/ Shift * Alt F1-F5
    63, 64, 65, 66, 67, 83, 71,  95, 96,  97, 86,  92, 93, 94,  87, 89, // F6-F10 Num Scroll 7-1
    90, 91, 98, 99, 0,  0,  100, 68, 69,                                // 2 3 0 . < F11 F12
};

/// The key of a code after the prefix.
constexpr u8 extended_key(u8 code) {
    switch (code) {
    case 0x1c:
        return 88; // Enter of the block of digits
    case 0x1d:
        return 228; // right Ctrl
    case 0x35:
        return 84; // / there
    case 0x37:
        return 70; // Print
    case 0x38:
        return 230; // right Alt
    case 0x46:
        return pause_key; // with Ctrl
    case 0x47:
        return 74; // Home
    case 0x48:
        return 82; // up
    case 0x49:
        return 75; // Page up
    case 0x4b:
        return 80; // left
    case 0x4d:
        return 79; // right
    case 0x4f:
        return 77; // End
    case 0x50:
        return 81; // down
    case 0x51:
        return 78; // Page down
    case 0x52:
        return 73; // Insert
    case 0x53:
        return 76; // Delete
    case 0x5b:
        return 227; // left Windows
    case 0x5c:
        return 231; // right Windows
    case 0x5d:
        return 101; // Menu
    default:
        return 0;
    }
}

/// Codes that a keyboard sends besides, so that programs for older ones see Shift.
constexpr bool is_pretended_shift(u8 code) {
    return code == 0x2a || code == 0x36;
}

} // namespace

u8 key_of_plain_code(u8 code) {
    return code < sizeof plain_keys ? plain_keys[code] : u8(0);
}

KeyChange ScanCodes::next(u8 byte) {
    was_unknown_ = false;
    if (skipped_ > 0) {
        --skipped_;
        // The code of Pause, which has no other when it goes up: e1 1d 45, and with bits set e1 9d
        // c5.
        return skipped_ == 0 ? KeyChange{pause_key, !(byte & released)} : KeyChange{};
    }
    if (byte == prefix || byte == long_prefix) {
        was_unknown_ = is_extended_; // a prefix whose code got lost
        is_extended_ = byte == prefix;
        skipped_ = byte == long_prefix ? 2 : 0;
        return {};
    }
    u8 const code = byte & ~released;
    bool const was_extended = is_extended_;
    is_extended_ = false;
    if (was_extended && is_pretended_shift(code)) return {};
    u8 const key = was_extended ? extended_key(code) : key_of_plain_code(code);
    was_unknown_ = key == 0;
    return {key, key != 0 && !(byte & released)};
}

} // namespace flat::driver
