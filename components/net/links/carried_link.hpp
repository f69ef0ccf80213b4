// SPDX-License-Identifier: BSD-2-Clause
// A link whose driver is in another domain.
#pragma once

#include <core/utility.hpp>
#include <net/links/carried_link.flat.hpp>

namespace flat::net::links {

/// For protocols a card like others, but that its methods may block, except `send`; and that a
/// frame which it has taken can still be lost. When the driver's domain has ended, it is down.
class CarriedLink : public CarriedLinkComponent, NonCopyable {
public:
    using CarriedLinkComponent::CarriedLinkComponent;

    u64 address() override { return carrier->address().value_or(0); }
    u32 mtu() override { return FrameCarrier::frame_max - header_bytes; }
    State state() override { return carrier->state().value_or({}); }
    Statistics statistics() override { return carrier->statistics().value_or({}); }
    Result<void, LinkError> send(Message& frame) override;
    void set_interrupts(bool are_wanted) override;
    u32 poll(u32 frames) override { return carrier->poll(frames).value_or(0); }
    Result<void, LinkError> set_promiscuous(bool is_wanted) override {
        return carrier->set_promiscuous(is_wanted);
    }
    Result<void, LinkError> join(u64 group) override { return carrier->join(group); }
    void leave(u64 group) override;

    Result<void, LinkError> received(Span<u8 const> frame) override;
    Result<void, LinkError> state_changed(Link::State const& state) override;
};

} // namespace flat::net::links
