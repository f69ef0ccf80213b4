// SPDX-License-Identifier: BSD-2-Clause
// Two hosts at the ports of a bridge: what it executes for a frame from one to the other.
#pragma once

#include <core/atomic.hpp>
#include <core/measure/least_cost.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <demo/frames/frame_costs.flat.hpp>

namespace flat::demo::frames {

/// Both hosts say something first, so that the bridge knows them. Then frames of 60 bytes, each a
/// datagram, go from one to the other, one at a time. Counted is what the bridge and its two
/// drivers execute when the entrance is asked, and in an interrupt from the trap's entry to its
/// end. Panics if a frame does not arrive as it was.
class FrameCosts : public FrameCostsComponent, NonCopyable {
public:
    using FrameCostsComponent::FrameCostsComponent;

    void run() override;

    net::Receiver& at_sender() override { return at_sender_; }
    net::Receiver& at_receiver() override { return at_receiver_; }

private:
    /// Counts frames that are as they were sent.
    class Host : public net::Receiver {
    public:
        void received(Message& frame) override;
        void state_changed(net::Link::State const&) override {}
        u32 right() const { return right_.load(MemoryOrder::relaxed); }

    private:
        Atomic<u32> right_ = 0;
    };

    void send(net::Link& from, u64 destination);
    void introduce();
    template<class Pass>
    void measure_one(LeastCost& cost, Pass const& pass);
    void measure();
    void expect_arrived(u32 count);
    void wait();
    template<class Condition>
    void wait_until(Condition const& condition);

    Host at_sender_;
    Host at_receiver_;
};

} // namespace flat::demo::frames
