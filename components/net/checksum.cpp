// SPDX-License-Identifier: BSD-2-Clause
// The checksum of the Internet protocols.
#include <net/checksum.hpp>

namespace flat::net {

namespace {

constexpr u16 swapped(u16 word) {
    return static_cast<u16>(word << 8 | word >> 8);
}

} // namespace

/// Words of 64 bits, with the carry of each added to the next: two instructions for eight bytes on
/// most machines.
void Checksum::add_bytes(u8 const* bytes, usize size) {
    constexpr usize group_bytes = 8 * sizeof(u64);
    u64 sum = sum_;
    for (; size >= group_bytes; size -= group_bytes, bytes += group_bytes)
        for (u32 i = 0; i < group_bytes; i += sizeof(u64))
            sum = sum_of(sum, load<u64>(bytes + i));
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

void Checksum::add_pieces(Span<Message::Piece const> pieces) {
    bool is_odd = false;
    for (Message::Piece const& piece : pieces) {
        Checksum part;
        part.add_bytes(piece.begin, piece.size);
        u16 const sum = part.folded();
        add_sum(is_odd ? swapped(sum) : sum);
        is_odd = is_odd != (piece.size % 2 != 0);
    }
}

} // namespace flat::net
