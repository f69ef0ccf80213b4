// SPDX-License-Identifier: BSD-2-Clause
// Between a link and what is above it: loses frames, repeats and damages them, and lets
// them overtake others.
#include <net/links/lossy_link.hpp>

namespace flat::net::links {

/// By Marsaglia's xorshift generator, which begins with the seed.
u64 LossyLink::draw() {
    auto const state = random_.lock();
    if (*state == 0) *state = seed;
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 20;
}

LossyLink::Fate LossyLink::decide() {
    u64 drawn = draw() % 1000;
    auto const is_among = [&](u32 per_mille) {
        bool const is = drawn < per_mille;
        drawn -= per_mille;
        return is;
    };
    if (is_among(lost_per_mille)) return Fate::lost;
    if (is_among(repeated_per_mille)) return Fate::repeated;
    if (is_among(late_per_mille)) return Fate::late;
    if (is_among(damaged_per_mille)) return Fate::damaged;
    return Fate::arrives;
}

/// In a copy, for the sender may send the same buffers again; without memory for one it is lost.
void LossyLink::damage(Message& frame) {
    u64 const bit = draw() % (u64{frame.size()} * 8);
    Message copy(buffers->pool());
    for (Message::Piece const& piece : frame.pieces()) {
        if (copy.append({piece.begin, piece.size}).is_ok()) continue;
        return frame.clear();
    }
    u64 offset = bit / 8;
    for (Message::Piece const& piece : copy.pieces()) {
        if (offset < piece.size) {
            piece.begin[offset] ^= static_cast<u8>(1 << bit % 8);
            break;
        }
        offset -= piece.size;
    }
    frame = flat::move(copy);
}

/// Passes a frame on as its fate wants, and after it one that is late.
template<class Pass>
void LossyLink::carry(Message& frame, Late& late, Pass const& pass) {
    Message copy(buffers->pool());
    Message before(buffers->pool());
    Fate const fate = decide();
    late.exchange(before, frame, fate == Fate::late);
    if (fate == Fate::lost) frame.clear();
    if (fate == Fate::damaged) damage(frame);
    bool const is_repeated = fate == Fate::repeated && frame.share_with(copy).is_ok();
    if (!frame.is_empty()) pass(frame);
    if (is_repeated) pass(copy);
    if (!before.is_empty()) pass(before);
}

Result<void, LinkError> LossyLink::send(Message& frame) {
    carry(frame, late_out_, [&](Message& each) {
        if (link->send(each).is_error()) each.clear(); // one more that is lost
    });
    return {};
}

void LossyLink::received(Message& frame) {
    carry(frame, late_in_, [&](Message& each) { above->received(each); });
}

} // namespace flat::net::links
