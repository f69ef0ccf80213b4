// SPDX-License-Identifier: BSD-2-Clause
// Files of levels, as far as they must be right before the engine has them.
#pragma once

#include <core/span.hpp>
#include <core/text.hpp>

namespace flat::doom {

/// What is wrong with a WAD, empty if nothing is: it must be there, be one with a whole game, and
/// its directory, and all that this names, must lie in it (The Unofficial Doom Specs 1.666, chapter
/// 2). What lumps consist of the engine believes.
Text problem_of_wad(Span<u8 const> file);

} // namespace flat::doom
