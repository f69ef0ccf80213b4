// SPDX-License-Identifier: BSD-2-Clause
// Names as FAT has them, in UTF-16, and as everybody else has them, in UTF-8.
#pragma once

#include <core/span.hpp>
#include <core/text.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::fat {

/// The longest long name.
inline constexpr u32 units_max = 255;

/// A name in units of 16 bits.
struct Units {
    Span<u16 const> span() const { return Span<u16 const>(units, size); }
    void put(u16 unit) { units[size++] = unit; }

    u16 units[units_max];
    u32 size = 0;
};

/// The same in UTF-16. INVALID if the text is no UTF-8, NAME_TOO_LONG if it has too many units.
Outcome<void> to_utf16(Text text, Units& units);

/// Writes the same in UTF-8, and returns how many bytes it has; 0 if it is no UTF-16, or does not
/// fit.
u32 to_utf8(Span<u16 const> units, Span<u8> text);

/// Whether they differ at most in the case of letters: Latin, Greek, Cyrillic.
bool is_same_name(Span<u16 const> a, Span<u16 const> b);

/// A letter's capital, any other unit itself.
u16 capital_of(u16 unit);

} // namespace flat::fs::fat
