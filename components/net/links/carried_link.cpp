// SPDX-License-Identifier: BSD-2-Clause
// A link whose driver is in another domain.
#include <net/links/carried_link.hpp>

#include <core/net/frames.hpp>
#include <flat/net/buffers.hpp>

namespace flat::net::links {

Result<void, LinkError> CarriedLink::send(Message& frame) {
    if (!is_frame(frame)) return LinkError{LinkError::bad_length};
    u8 scratch[frame_bytes_max];
    carrier->send(Span<u8 const>(frame.peek(frame.size(), scratch), frame.size()));
    frame.clear();
    return {};
}

void CarriedLink::set_interrupts(bool are_wanted) {
    static_cast<void>(carrier->set_interrupts(are_wanted)); // no driver, no interrupts
}

void CarriedLink::leave(u64 group) {
    static_cast<void>(carrier->leave(group)); // a driver that is gone receives nothing
}

Result<void, LinkError> CarriedLink::received(Span<u8 const> frame) {
    if (!is_frame_length(static_cast<u32>(frame.size()))) return LinkError{LinkError::bad_length};
    Message message(buffers->pool());
    if (message.append(frame).is_ok()) receiver->received(message);
    return {};
}

Result<void, LinkError> CarriedLink::state_changed(Link::State const& state) {
    receiver->state_changed(state);
    return {};
}

} // namespace flat::net::links
