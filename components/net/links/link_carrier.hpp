// SPDX-License-Identifier: BSD-2-Clause
// Brings the frames of a link to components that do not share memory with its driver.
#pragma once

#include <core/utility.hpp>
#include <net/links/link_carrier.flat.hpp>

namespace flat::net::links {

/// Stands beside the driver. Its entry lets the card interrupt: before, nobody is there to call.
class LinkCarrier : public LinkCarrierComponent, NonCopyable {
public:
    using LinkCarrierComponent::LinkCarrierComponent;

    void run() override { link->set_interrupts(true); }

    Result<u64, LinkError> address() override { return link->address(); }
    Result<Link::State, LinkError> state() override { return link->state(); }
    Result<Link::Statistics, LinkError> statistics() override { return link->statistics(); }
    void send(Span<u8 const> frame) override;
    Result<void, LinkError> set_interrupts(bool are_wanted) override;
    Result<u32, LinkError> poll(u32 frames) override { return link->poll(frames); }
    Result<void, LinkError> set_promiscuous(bool is_wanted) override {
        return link->set_promiscuous(is_wanted);
    }
    Result<void, LinkError> join(u64 group) override { return link->join(group); }
    Result<void, LinkError> leave(u64 group) override;

    void received(Message& frame) override;
    void state_changed(Link::State const& state) override;
};

} // namespace flat::net::links
