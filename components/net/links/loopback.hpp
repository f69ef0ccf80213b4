// SPDX-License-Identifier: BSD-2-Clause
// A link that leads back: what is sent comes.
#pragma once

#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/net/message_queue.hpp>
#include <core/utility.hpp>
#include <net/links/loopback.flat.hpp>

namespace flat::net::links {

/// Frames are delivered before the outermost `send` returns, in order; what their receivers send
/// meanwhile waits for its turn, so that calls never nest deeper. Nothing is copied. While
/// interrupts are switched off, frames wait for `poll`.
class Loopback : public LoopbackComponent, NonCopyable {
public:
    using LoopbackComponent::LoopbackComponent;

    u64 address() override { return 0; }
    u32 mtu() override { return 65536; }
    State state() override { return {true, 0}; }
    Statistics statistics() override;
    Result<void, LinkError> send(Message& frame) override;
    void set_interrupts(bool are_wanted) override;
    u32 poll(u32 frames) override;
    Result<void, LinkError> set_promiscuous(bool) override { return {}; }
    Result<void, LinkError> join(u64) override { return {}; }
    void leave(u64) override {}

private:
    static constexpr u32 frames_max = 64;

    struct Waiting {
        MessageQueue<frames_max> frames;
        Counter sent;
        Counter sent_bytes;
        Counter received;
        Counter received_bytes;
        bool is_delivering = false;
        bool is_polled = false;
    };

    u32 deliver(u32 frames);

    Guarded<Waiting> waiting_;
};

} // namespace flat::net::links
