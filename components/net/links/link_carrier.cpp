// SPDX-License-Identifier: BSD-2-Clause
// Brings the frames of a link to components that do not share memory with its driver.
#include <net/links/link_carrier.hpp>

#include <core/net/message.hpp>
#include <flat/net/buffers.hpp>

namespace flat::net::links {

void LinkCarrier::send(Span<u8 const> frame) {
    Message message(buffers->pool());
    if (message.append(frame).is_ok()) static_cast<void>(link->send(message));
}

Result<void, LinkError> LinkCarrier::set_interrupts(bool are_wanted) {
    link->set_interrupts(are_wanted);
    return {};
}

Result<void, LinkError> LinkCarrier::leave(u64 group) {
    link->leave(group);
    return {};
}

void LinkCarrier::received(Message& frame) {
    u8 scratch[frame_max];
    u32 const bytes = min(frame.size(), u32{frame_max});
    if (u8 const* const begin = frame.peek(bytes, scratch))
        static_cast<void>(sink->received(Span<u8 const>(begin, bytes))); // or it is lost
}

void LinkCarrier::state_changed(Link::State const& state) {
    static_cast<void>(sink->state_changed(state)); // nobody is there who could want to know
}

} // namespace flat::net::links
