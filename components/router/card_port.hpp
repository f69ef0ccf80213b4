// SPDX-License-Identifier: BSD-2-Clause
// A network card as a port of a bridge or router.
#pragma once

#include <core/measure/counters.hpp>
#include <core/utility.hpp>
#include <router/card_port.flat.hpp>

namespace flat::router {

/// Hands each frame to the forwarder with its own number, and sends what the forwarder wants.
class CardPort : public CardPortComponent, NonCopyable {
public:
    /// Makes the card receive all frames; panics if it cannot, for then it is no port of a bridge.
    CardPort(Ports const& ports, Attributes const& attributes);

    u64 address() override;
    void send(Message& frame) override;
    Counts counts() override;

    void received(Message& frame) override;
    void state_changed(net::Link::State const&) override {}

private:
    SharedCounter dropped_;
};

} // namespace flat::router
