// SPDX-License-Identifier: BSD-2-Clause
// One end of a wire between two hosts of one kernel, which costs a copy of each frame.
#pragma once

#include <core/net/message_queue.hpp>
#include <core/utility.hpp>
#include <net/wire_end.flat.hpp>

namespace flat::net {

/// A link without a card: what is sent is copied into a buffer, as a card would do it, and waits
/// until this end is polled; then it is delivered at the other end. It is for one thread.
class WireEnd : public WireEndComponent, NonCopyable {
public:
    using WireEndComponent::WireEndComponent;

    u64 address() override { return own_address; }
    u32 mtu() override { return 1500; }
    State state() override { return {true, 0}; }
    Statistics statistics() override { return {}; }
    Result<void, LinkError> send(Message& frame) override;
    void set_interrupts(bool) override {}
    u32 poll(u32 frames) override;
    Result<void, LinkError> set_promiscuous(bool) override { return {}; }
    Result<void, LinkError> join(u64) override { return {}; }
    void leave(u64) override {}

private:
    static constexpr u32 frames_max = 128;

    MessageQueue<frames_max> waiting_;
};

} // namespace flat::net
