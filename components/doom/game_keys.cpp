// SPDX-License-Identifier: BSD-2-Clause
// The engine's names of keys.
#include <doom/engine.hpp>

namespace flat::doom {

namespace {

/// Letters, digits and signs are those of an American keyboard; the engine makes capitals itself.
constexpr char signs[] = "abcdefghijklmnopqrstuvwxyz1234567890";
constexpr u8 first_sign = 4;
constexpr u8 first_function_key = 58;
constexpr u8 engine_function_key = 0x80 + 0x3b; // F1; those up to F10 follow

} // namespace

u8 engine_key(u8 key) {
    if (key >= first_sign && key < first_sign + sizeof signs - 1)
        return static_cast<u8>(signs[key - first_sign]);
    if (key >= first_function_key && key < first_function_key + 10)
        return static_cast<u8>(engine_function_key + (key - first_function_key));
    switch (key) {
    case 40:
        return 13; // Enter
    case 41:
        return 27; // Escape
    case 42:
        return 0x7f; // Backspace
    case 43:
        return 9; // Tab: the map
    case 44:
        return 0xa2; // space: use
    case 45:
        return '-';
    case 46:
        return '=';
    case 54:
        return ',';
    case 55:
        return '.';
    case 68:
        return 0x80 + 0x57; // F11
    case 69:
        return 0x80 + 0x58; // F12
    case 72:
        return 0xff; // Pause
    case 79:
        return 0xae; // right
    case 80:
        return 0xac; // left
    case 81:
        return 0xaf; // down
    case 82:
        return 0xad; // up
    case 224:
    case 228:
        return 0xa3; // Ctrl: fire
    case 225:
    case 229:
        return 0x80 + 0x36; // Shift: run
    case 226:
    case 230:
        return 0x80 + 0x38; // Alt: sidewards
    default:
        return 0;
    }
}

} // namespace flat::doom
