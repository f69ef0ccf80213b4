// SPDX-License-Identifier: BSD-2-Clause
// What components between a link and what is above it pass on as it is.
#pragma once

#include <core/utility.hpp>
#include <flat/net/link.hpp>

namespace flat::net::links {

/// A mix-in over a component's own class, `Base`, which provides `Link` and `Receiver` and has the
/// ports `link` and `above`: all but frames is the link's. `send` and `received` are the
/// component's.
template<class Base>
class PassedLink : public Base {
public:
    using Base::Base;

    u64 address() override { return this->link->address(); }
    u32 mtu() override { return this->link->mtu(); }
    Link::State state() override { return this->link->state(); }
    Link::Statistics statistics() override { return this->link->statistics(); }
    void set_interrupts(bool are_wanted) override { this->link->set_interrupts(are_wanted); }
    u32 poll(u32 frames) override { return this->link->poll(frames); }
    Result<void, LinkError> set_promiscuous(bool is_wanted) override {
        return this->link->set_promiscuous(is_wanted);
    }
    Result<void, LinkError> join(u64 group) override { return this->link->join(group); }
    void leave(u64 group) override { this->link->leave(group); }

    void state_changed(Link::State const& state) override { this->above->state_changed(state); }
};

} // namespace flat::net::links
