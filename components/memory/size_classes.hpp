// SPDX-License-Identifier: BSD-2-Clause
// The sizes of small pieces of memory, and which one serves a request.
#pragma once

#include <core/bits.hpp>
#include <core/types.hpp>

/// Sizes that waste at most a quarter of a piece above 64 bytes, and little of a page of 4096. A
/// piece is aligned as its size is: a power of two naturally, any other to its lowest bit.
namespace flat::memory::size_classes {

inline constexpr usize granule = 16;
inline constexpr usize largest = 2048;

inline constexpr u16 sizes[] = {16,  32,  48,  64,  80,  96,  112, 128, 160,  192,  224,
                                256, 320, 384, 448, 512, 576, 672, 816, 1024, 1360, 2048};
inline constexpr u32 count = sizeof(sizes) / sizeof(sizes[0]);

/// The smallest class by the number of granules that its pieces must hold.
struct Table {
    u8 classes[largest / granule + 1] = {};

    constexpr Table() {
        u8 current = 0;
        for (usize granules = 0; granules <= largest / granule; ++granules) {
            while (sizes[current] < granules * granule)
                ++current;
            classes[granules] = current;
        }
    }
};
inline constexpr Table table;

/// The class of the smallest pieces that hold `bytes` bytes, at most `largest`, and are aligned to
/// `alignment`, a power of two of at most `largest`.
constexpr u32 class_for(usize bytes, usize alignment) {
    u32 found = table.classes[divide_up(bytes, granule)];
    while (!is_aligned<usize>(sizes[found], alignment))
        ++found;
    return found;
}

static_assert(sizes[class_for(1, 1)] == 16);
static_assert(sizes[class_for(65, 1)] == 80);
static_assert(sizes[class_for(65, 64)] == 128);
static_assert(sizes[class_for(2048, 2048)] == 2048);

} // namespace flat::memory::size_classes
