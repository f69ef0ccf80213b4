// SPDX-License-Identifier: BSD-2-Clause
// Kinds of source characters, whatever the locale is.
#pragma once

namespace rewrite {

/// White space within a line.
inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

inline bool is_space(char c) {
    return is_blank(c) || c == '\n';
}

inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Letters, digits, `_`, `$` and the bytes of UTF-8 letters.
inline bool is_identifier(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

} // namespace rewrite
