// SPDX-License-Identifier: BSD-2-Clause
// The checksum of the Internet protocols.
#include <net/checksum.hpp>

namespace flat::net {

namespace {

template<class Word>
Word load(u8 const* bytes) {
    Word word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

constexpr u16 swapped(u16 word) {
    return static_cast<u16>(word << 8 | word >> 8);
}

} // namespace

/// Halves of 64-bit words add up without a carry for as long as any message is.
u64 Checksum::sum_of(u8 const* bytes, usize size) {
    u64 sum = 0;
    for (; size >= sizeof(u64); size -= sizeof(u64), bytes += sizeof(u64)) {
        u64 const word = load<u64>(bytes);
        sum += (word & 0xffff'ffff) + (word >> 32);
    }
    for (; size >= sizeof(u16); size -= sizeof(u16), bytes += sizeof(u16))
        sum += load<u16>(bytes);
    if (size == 0) return sum;
    u8 const last[2] = {*bytes, 0};
    return sum + load<u16>(last);
}

void Checksum::add(Message const& message) {
    bool is_odd = false;
    for (Message::Piece const& piece : message.pieces()) {
        Checksum part;
        part.sum_ = sum_of(piece.begin, piece.size);
        u16 const sum = part.folded();
        add_sum(is_odd ? swapped(sum) : sum);
        is_odd = is_odd != (piece.size % 2 != 0);
    }
}

} // namespace flat::net
