// SPDX-License-Identifier: BSD-2-Clause
// Takes all memory that it can have, and then perhaps more.
#include <keeping/hog.hpp>

#include <core/memory.hpp>

namespace flat::keeping {

namespace {

/// What is in the image, and has not been accessed.
u8 volatile reserve[256 * 4096] = {};

constexpr u32 page_bytes = 4096;

} // namespace

void Hog::run() {
    u32 const taken = take_all();
    if (beyond)
        for (u32 place = 0; place < sizeof reserve; place += page_bytes)
            reserve[place] = 1;
    power->power_off(taken >= least && taken <= most ? 0 : 1);
}

/// Nobody else's bytes are in it.
u32 Hog::take_all() {
    u32 taken = 0;
    for (;; ++taken) {
        auto const piece = memory->allocate(piece_bytes, 16);
        if (piece.is_error()) return taken;
        Span<u8> const bytes(pointer_to<u8>(piece.value()), piece_bytes);
        for (u8& each : bytes) {
            if (each != 0) return 0;
            each = 0xee;
        }
    }
}

} // namespace flat::keeping
