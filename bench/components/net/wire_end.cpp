// SPDX-License-Identifier: BSD-2-Clause
// One end of a wire between two hosts of one kernel, which costs a copy of each frame.
#include <net/wire_end.hpp>

namespace flat::net {

Result<void, LinkError> WireEnd::send(Message& frame) {
    u32 const bytes = frame.size();
    if (bytes < header_bytes || bytes > mtu() + header_bytes)
        return LinkError{LinkError::bad_length};
    Message copy(buffers->pool());
    for (Message::Piece const& each : frame.pieces())
        if (copy.append(Span<u8 const>(each.begin, each.size)).is_error())
            return LinkError{LinkError::full};
    if (!waiting_.push(copy)) return LinkError{LinkError::full};
    frame.clear();
    return {};
}

u32 WireEnd::poll(u32 frames) {
    for (u32 delivered = 0; delivered < frames; ++delivered) {
        Message frame(buffers->pool());
        if (!waiting_.pop(frame)) return delivered;
        other->received(frame);
    }
    return frames;
}

} // namespace flat::net
