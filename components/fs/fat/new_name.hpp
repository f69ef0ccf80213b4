// SPDX-License-Identifier: BSD-2-Clause
// Names that are given to entries of FAT.
#pragma once

#include <core/maybe.hpp>
#include <fs/fat/names.hpp>

namespace flat::fs::fat {

/// INVALID if FAT cannot have it: control characters, one of `"*/:<>?\|`, or a dot or a space at
/// the end, which others would leave out.
Outcome<void> check_name(Units const& name);

/// The short name that is the same, if there is one: then there is no long one.
Maybe<ShortName> same_short_name(Units const& name);

/// How many short names can be tried for a long one.
inline constexpr u32 short_names_max = 65536;

/// One of these: with tails from `~1` to `~9`, then with a number of its own before the tail.
ShortName short_name_for(Units const& name, u32 attempt);

/// How many slots a long name takes.
constexpr u32 slots_for(Units const& name) {
    return (name.size + LongName::units_per_slot - 1) / LongName::units_per_slot;
}

/// Writes a slot of a long name; `number` is 1 for its first part, which lies next to the entry.
void store_part(Units const& name, u32 number, u8 checksum, Span<u8> slot);

} // namespace flat::fs::fat
