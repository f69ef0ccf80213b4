// SPDX-License-Identifier: BSD-2-Clause
// Files of levels, as far as they must be right before the engine has them.
#pragma once

#include <core/span.hpp>
#include <core/text.hpp>

namespace flat::doom {

/// How WADs with a whole game begin, and those that take the place of parts of one.
inline constexpr char wad_kind[] = "IWAD";
inline constexpr char patch_kind[] = "PWAD";

/// What is wrong with a WAD, empty if nothing is: it must be there, be of this kind, and its
/// directory, and all that this names, must lie in it (The Unofficial Doom Specs 1.666, chapter 2).
/// What lumps consist of the engine believes.
Text problem_of_wad(Span<u8 const> file, Text kind);

} // namespace flat::doom
