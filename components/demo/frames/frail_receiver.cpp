// SPDX-License-Identifier: BSD-2-Clause
// Passes frames on, and after some of them does what ends its domain.
#include <demo/frames/frail_receiver.hpp>

namespace flat::demo::frames {

void FrailReceiver::received(Message& frame) {
    vaddr const volatile nowhere = 8; // which compilers do not see
    if (passed_++ == frames) *pointer_to<u32 volatile>(nowhere) = passed_;
    above->received(frame);
}

void FrailReceiver::state_changed(net::Link::State const& state) {
    above->state_changed(state);
}

} // namespace flat::demo::frames
