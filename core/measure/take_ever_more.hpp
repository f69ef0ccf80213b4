// SPDX-License-Identifier: BSD-2-Clause
// Does something again and again, and tells whether that goes on to take more.
#pragma once

#include <core/types.hpp>

namespace flat {

/// Calls `round` at least `rounds` times, of which there are three or more; `taken()` is how much
/// is taken. The first two leave behind what allocators keep of a size. How much they keep depends
/// on what happens to run at once, so that a later one may add to it; so the answer is true only if
/// that goes on.
template<typename Taken, typename Round>
bool takes_ever_more(u32 rounds, Taken const& taken, Round const& round) {
    constexpr u32 first = 2;
    constexpr u32 batches_max = 4;
    for (u32 i = 0; i < first; ++i)
        round();
    for (u32 batch = 0; batch < batches_max; ++batch) {
        u64 const before = taken();
        for (u32 i = first; i < rounds; ++i)
            round();
        if (taken() <= before) return false;
    }
    return true;
}

} // namespace flat
