// SPDX-License-Identifier: BSD-2-Clause
// The checksum of the Internet protocols.
#include <net/checksum.hpp>

#include <domain/word_runs.hpp>

namespace flat::net {

namespace {

/// From so many bytes on, a run of words pays.
constexpr usize run_bytes = 64;

constexpr u16 swapped(u16 word) {
    return static_cast<u16>(word << 8 | word >> 8);
}

} // namespace

/// Words of 64 bits, with the carry of each added to the next.
void Checksum::add_bytes(u8 const* bytes, usize size) {
    u64 sum = sum_;
    if (size >= run_bytes) {
        sum = domain::sum_words(sum, bytes, size / sizeof(u64));
        bytes += size - size % sizeof(u64);
        size %= sizeof(u64);
    }
    for (; size >= sizeof(u64); size -= sizeof(u64), bytes += sizeof(u64))
        sum = sum_of(sum, load<u64>(bytes));
    for (; size >= sizeof(u16); size -= sizeof(u16), bytes += sizeof(u16))
        sum = sum_of(sum, load<u16>(bytes));
    if (size != 0) {
        u8 const last[2] = {*bytes, 0};
        sum = sum_of(sum, load<u16>(last));
    }
    sum_ = sum;
}

/// What a piece sums up to, as it was noted when its bytes were copied, or else by looking at each.
u16 Checksum::sum_of(Message::Piece const& piece) {
    if (piece.sum != 0) return static_cast<u16>(piece.sum);
    Checksum part;
    part.add_bytes(piece.begin, piece.size);
    return part.folded();
}

void Checksum::add_pieces(Span<Message::Piece const> pieces) {
    bool is_odd = false;
    for (Message::Piece const& piece : pieces) {
        u16 const sum = sum_of(piece);
        add_sum(is_odd ? swapped(sum) : sum);
        is_odd = is_odd != (piece.size % 2 != 0);
    }
}

} // namespace flat::net
