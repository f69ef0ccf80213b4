// SPDX-License-Identifier: BSD-2-Clause
// Bytes that are summed up while they are copied on their way out.
#include <net/summed_copy.hpp>

#include <core/memory.hpp>
#include <net/checksum.hpp>

namespace flat::net {

/// Piece by piece, each of at most a buffer, which the nearest cache holds when it is summed up: so
/// both take an instruction for eight bytes, and three would be needed to do both with each word.
Message::Outcome append_summed(Message& message, Span<u8 const> bytes, u32 first_bytes,
                               u32 piece_bytes) {
    u32 const size_before = message.size();
    u32 limit = first_bytes;
    while (!bytes.is_empty()) {
        u32 const size =
            static_cast<u32>(min<usize>(min(limit, Message::piece_bytes_max), bytes.size()));
        auto const place = message.extend_apart(size);
        if (place.is_error()) {
            message.trim(size_before);
            return place.error();
        }
        memcpy(place.value(), bytes.data(), size);
        Checksum checksum;
        checksum.add(Span<u8 const>(place.value(), size));
        message.note_sum(checksum.folded());
        bytes = bytes.after(size);
        limit = piece_bytes;
    }
    return {};
}

} // namespace flat::net
