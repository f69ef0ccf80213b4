// SPDX-License-Identifier: BSD-2-Clause
// The words that say which program is run, as they come through a boot word.
#pragma once

#include <core/bytes/hex_digit.hpp>
#include <core/format.hpp>
#include <core/text.hpp>

namespace flat {

inline constexpr u32 program_words_max = 2048; ///< bytes of all words

/// Reads words that `+` separates, in which %XX is a byte, and writes each with a zero at its end.
/// False if they do not fit.
inline bool read_program_words(Text encoded, TextBuffer<program_words_max>& words) {
    if (encoded.size() >= program_words_max) return false;
    for (usize i = 0; i < encoded.size(); ++i) {
        char character = encoded[i] == '+' ? '\0' : encoded[i];
        if (encoded[i] == '%' && i + 2 < encoded.size()) {
            u32 const high = hex_digit_value(encoded[i + 1]);
            u32 const low = hex_digit_value(encoded[i + 2]);
            if (high < 16 && low < 16) {
                character = static_cast<char>(high << 4 | low);
                i += 2;
            }
        }
        words.put(Text(&character, 1));
    }
    if (!encoded.is_empty()) words.put(Text("\0", 1));
    return true;
}

} // namespace flat
