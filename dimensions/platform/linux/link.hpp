// SPDX-License-Identifier: BSD-2-Clause
// A network link of the host: a cable that `flat run --net` leads to it.
#pragma once

#include <core/guarded.hpp>
#include <core/net/frames.hpp>
#include <core/net/multicast_groups.hpp>
#include <core/utility.hpp>
#include <flat/hal/trap.hpp>
#include <platform/link.flat.hpp>

#include "host_cable.hpp"

namespace flat::platform {

/// The environment variable FLAT_NET_<number> says what is at the other end. Without it, or when
/// that cannot be opened, the link is broken, and the log says so.
///
/// A signal for the first frame that comes delivers all that are there. Frames are copied once, by
/// the host, and filtered here.
class Link : public LinkComponent, private hal::Trap::BriefHandler, NonCopyable {
public:
    Link(Ports const& ports, Attributes const& attributes);
    ~Link();

    u64 address() override { return hardware_address; }
    u32 mtu() override { return frame_bytes_max - header_bytes; }
    State state() override { return {is_working_, 0}; }
    Statistics statistics() override;
    Result<void, net::LinkError> send(Message& frame) override;
    void set_interrupts(bool are_wanted) override;
    u32 poll(u32 frames) override;
    Result<void, net::LinkError> set_promiscuous(bool is_wanted) override;
    Result<void, net::LinkError> join(u64 group) override;
    void leave(u64 group) override;

private:
    static constexpr u32 batch = 64; // frames at a time

    void handle(u32 vector) override;
    TakenFrames take(u32 frames);
    Taken receive_one();
    bool is_for_us(u8 const* frame) const;

    HostCable cable_;
    Guarded<Statistics> statistics_;
    MulticastGroups groups_;
    bool is_working_ = false;
    bool is_promiscuous_ = false;
};

} // namespace flat::platform
