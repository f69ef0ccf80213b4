// SPDX-License-Identifier: BSD-2-Clause
// A link that leads back: what is sent comes.
#include <net/links/loopback.hpp>

namespace flat::net::links {

Result<void, LinkError> Loopback::send(Message& frame) {
    u32 const bytes = frame.size();
    if (bytes < header_bytes || bytes > mtu() + header_bytes)
        return LinkError{LinkError::bad_length};
    bool is_nested;
    {
        auto const waiting = waiting_.lock();
        if (!waiting->frames.push(frame)) return LinkError{LinkError::full};
        ++waiting->sent;
        waiting->sent_bytes += bytes;
        is_nested = waiting->is_delivering || waiting->is_polled;
        if (!is_nested) waiting->is_delivering = true;
    }
    if (is_nested) return {};
    deliver(~u32(0));
    waiting_.lock()->is_delivering = false;
    return {};
}

/// Delivers frames until there are none or so many were delivered; returns how many.
u32 Loopback::deliver(u32 frames) {
    for (u32 delivered = 0; delivered < frames; ++delivered) {
        Message frame(buffers->pool());
        {
            auto const waiting = waiting_.lock();
            if (!waiting->frames.pop(frame)) return delivered;
            ++waiting->received;
            waiting->received_bytes += frame.size();
        }
        receiver->received(frame);
    }
    return frames;
}

void Loopback::set_interrupts(bool are_wanted) {
    waiting_.lock()->is_polled = !are_wanted;
    if (are_wanted) deliver(frames_max);
}

u32 Loopback::poll(u32 frames) {
    return deliver(frames);
}

Link::Statistics Loopback::statistics() {
    auto const waiting = waiting_.lock();
    Statistics statistics{};
    statistics.sent_frames = waiting->sent;
    statistics.sent_bytes = waiting->sent_bytes;
    statistics.received_frames = waiting->received;
    statistics.received_bytes = waiting->received_bytes;
    return statistics;
}

} // namespace flat::net::links
