// SPDX-License-Identifier: BSD-2-Clause
// Between a link and what is above it: loses frames, repeats them, and lets them overtake others.
#include <net/lossy_link.hpp>

namespace flat::net {

/// By Marsaglia's xorshift generator, which begins with the seed.
LossyLink::Fate LossyLink::decide() {
    auto const state = random_.lock();
    if (*state == 0) *state = seed;
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    u64 const drawn = (*state >> 20) % 1000;
    if (drawn < lost_per_mille) return Fate::lost;
    if (drawn < lost_per_mille + repeated_per_mille) return Fate::repeated;
    if (drawn < lost_per_mille + repeated_per_mille + late_per_mille) return Fate::late;
    return Fate::arrives;
}

/// Passes a frame on as its fate wants, and after it one that is late.
template<class Pass>
void LossyLink::carry(Message& frame, Late& late, Pass const& pass) {
    Message copy(buffers->pool());
    Message before(buffers->pool());
    Fate const fate = decide();
    late.exchange(before, frame, fate == Fate::late);
    if (fate == Fate::lost) frame.clear();
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

void LossyLink::state_changed(Link::State const& state) {
    above->state_changed(state);
}

} // namespace flat::net
