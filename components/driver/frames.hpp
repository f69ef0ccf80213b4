// SPDX-License-Identifier: BSD-2-Clause
// Ethernet frames in buffers, for all drivers of network cards.
#pragma once

#include <core/message.hpp>
#include <flat/net/link.hpp>

namespace flat::driver {

/// The longest frame, without its check sequence, of which the cards themselves take care.
inline constexpr u32 frame_bytes_max = 1514;
inline constexpr u32 check_bytes = 4;

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

} // namespace flat::driver
