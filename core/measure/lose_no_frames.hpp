// SPDX-License-Identifier: BSD-2-Clause
// Does something again and again, and panics when that goes on to lose frames.
#pragma once

#include <core/measure/take_ever_more.hpp>
#include <core/panic.hpp>
#include <flat/memory/frames.hpp>

namespace flat {

/// Calls `round` at least `rounds` times, of which there are three or more.
template<typename Round>
void lose_no_frames(memory::Frames& frames, u32 rounds, Round const& round) {
    auto const taken = [&frames] { return ~frames.free_bytes(); };
    if (takes_ever_more(rounds, taken, round)) panic("frames are lost");
}

} // namespace flat
