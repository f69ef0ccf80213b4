// SPDX-License-Identifier: BSD-2-Clause
// Hexadecimal digits.
#pragma once

#include <core/types.hpp>

namespace flat {

/// The value of a hexadecimal digit, 16 of any other character.
constexpr u32 hex_digit_value(char character) {
    if (character >= '0' && character <= '9') return u32(character - '0');
    if (character >= 'a' && character <= 'f') return u32(character - 'a') + 10;
    if (character >= 'A' && character <= 'F') return u32(character - 'A') + 10;
    return 16;
}

} // namespace flat
