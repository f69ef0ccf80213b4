// SPDX-License-Identifier: BSD-2-Clause
// The root task's side of the game: makes the players, is their pager, judges their series.
#pragma once

#include <l4/syscalls.hpp>

namespace pingpong {

/// Where the two players live, and whether they use SSE.
enum class Arrangement { one_space, two_spaces, two_spaces_with_sse };

/// Plays a game with all message sizes and prints a record for each. Says no, with a message, when
/// words were changed, a call failed, or a series would not repeat itself.
bool referee(Arrangement arrangement);

} // namespace pingpong
