// SPDX-License-Identifier: BSD-2-Clause
// Ethernet frames in buffers, for all drivers of network cards.
#pragma once

#include <core/net/message.hpp>
#include <flat/net/link.hpp>

namespace flat {

/// The longest frame, without its check sequence, of which the cards themselves take care.
inline constexpr u32 frame_bytes_max = 1514;
inline constexpr u32 frame_check_bytes = 4;

/// What a frame may be cut into.
inline constexpr u32 frame_pieces_max = 16;

/// Where a received frame begins in its buffer: after the room for headers that a message keeps,
/// and so that what follows the frame's own header is aligned to words.
inline constexpr u32 frame_offset = Message::head_room + 2;

/// Whether a card can be given a message for a frame.
inline bool is_frame(Message const& frame) {
    return frame.size() >= net::Link::header_bytes && frame.size() <= frame_bytes_max &&
           frame.pieces().size() <= frame_pieces_max;
}

/// Whether a length that a card tells can be that of a frame.
constexpr bool is_frame_length(u32 bytes) {
    return bytes >= net::Link::header_bytes && bytes <= frame_bytes_max;
}

/// What becomes of a frame that a card has received.
enum class Taken { nothing, delivered, dropped };

/// How many frames were taken, one way or the other.
struct TakenFrames {
    u32 delivered = 0;
    u32 dropped = 0;

    bool is_any() const { return delivered + dropped > 0; }
};

/// Takes frames until `frames` of them have been delivered or there are none. A card that has had
/// so many dropped as its ring is long has had its turn.
template<class TakeOne>
TakenFrames take_frames(u32 frames, u32 ring, TakeOne const& take_one) {
    TakenFrames taken;
    while (taken.delivered < frames && taken.dropped < ring) {
        Taken const one = take_one();
        if (one == Taken::nothing) break;
        ++(one == Taken::delivered ? taken.delivered : taken.dropped);
    }
    return taken;
}

} // namespace flat
