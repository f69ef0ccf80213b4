// SPDX-License-Identifier: BSD-2-Clause
// Between a link and what is above it: a long cable, by which each frame takes its time.
#include <net/links/delayed_link.hpp>

namespace flat::net::links {

DelayedLink::DelayedLink(Ports const& ports, Attributes const& attributes)
    : PassedLink(ports, attributes) {}

DelayedLink::~DelayedLink() {
    alarms->cancel(out_);
    alarms->cancel(in_);
}

void DelayedLink::Way::put(Message& frame) {
    u64 const delay_ns = u64{owner_.delay_us} * 1000;
    auto const queue = queue_.lock();
    u32 const place = (queue->first + queue->count) % frames_max;
    if (!queue->frames.push(frame)) {
        ++queue->lost;
        return frame.clear();
    }
    queue->due_ns[place] = owner_.alarms->now_ns() + delay_ns;
    if (++queue->count == 1) owner_.alarms->set(*this, delay_ns);
}

void DelayedLink::Way::expired() {
    Message frame(owner_.buffers->pool());
    while (take(frame)) {
        arrive(frame);
        frame.clear();
    }
}

/// Takes a frame that is due; if the first one is not, sets the alarm for it.
bool DelayedLink::Way::take(Message& frame) {
    auto const queue = queue_.lock();
    if (queue->count == 0) return false;
    u64 const now_ns = owner_.alarms->now_ns();
    u64 const due_ns = queue->due_ns[queue->first];
    if (due_ns > now_ns) {
        owner_.alarms->set(*this, due_ns - now_ns);
        return false;
    }
    queue->first = (queue->first + 1) % frames_max;
    --queue->count;
    return queue->frames.pop(frame);
}

void DelayedLink::WayOut::arrive(Message& frame) {
    static_cast<void>(owner_.link->send(frame)); // what it does not take is lost
}

void DelayedLink::WayIn::arrive(Message& frame) {
    owner_.above->received(frame);
}

Result<void, LinkError> DelayedLink::send(Message& frame) {
    out_.put(frame);
    return {};
}

void DelayedLink::received(Message& frame) {
    in_.put(frame);
}

} // namespace flat::net::links
