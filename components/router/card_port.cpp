// SPDX-License-Identifier: BSD-2-Clause
// A network card as a port of a bridge or router.
#include <router/card_port.hpp>

#include <core/net/message.hpp>
#include <core/panic.hpp>

namespace flat::router {

CardPort::CardPort(Ports const& ports, Attributes const& attributes)
    : CardPortComponent(ports, attributes) {
    if (link->set_promiscuous(true).is_error())
        panic("the card of port {} cannot receive every frame", number);
}

u64 CardPort::address() {
    return link->address();
}

void CardPort::received(Message& frame) {
    forwarder->arrived(number, frame);
}

void CardPort::send(Message& frame) {
    if (link->send(frame).is_ok()) [[likely]]
        return;
    frame.clear();
    ++dropped_;
}

router::Port::Counts CardPort::counts() {
    net::Link::Statistics const counted = link->statistics();
    return {counted.received_frames, counted.sent_frames, dropped_};
}

} // namespace flat::router
