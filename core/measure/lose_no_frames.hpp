// SPDX-License-Identifier: BSD-2-Clause
// Does something again and again, and panics when that goes on to lose frames.
#pragma once

#include <core/panic.hpp>
#include <core/types.hpp>
#include <flat/memory/frames.hpp>

namespace flat {

/// Calls `round` at least `rounds` times, of which there are three or more. The first two leave
/// behind what allocators keep of a size. How much they keep depends on what happens to run at
/// once, so that a later one may add to it; so frames are lost only if that goes on.
template<typename Round>
void lose_no_frames(memory::Frames& frames, u32 rounds, Round const& round) {
    constexpr u32 first = 2;
    constexpr u32 batches_max = 4;
    for (u32 i = 0; i < first; ++i)
        round();
    for (u32 batch = 0; batch < batches_max; ++batch) {
        u64 const before = frames.free_bytes();
        for (u32 i = first; i < rounds; ++i)
            round();
        if (frames.free_bytes() >= before) return;
    }
    panic("frames are lost");
}

} // namespace flat
