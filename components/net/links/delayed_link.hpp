// SPDX-License-Identifier: BSD-2-Clause
// Between a link and what is above it: a long cable, by which each frame takes its time.
#pragma once

#include <core/alarm.hpp>
#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/net/message_queue.hpp>
#include <core/utility.hpp>
#include <flat/net/buffers.hpp>
#include <net/links/delayed_link.flat.hpp>
#include <net/links/passed_link.hpp>

namespace flat::net::links {

/// For tests of protocols. Frames keep their order; of those that are on their way, `frames_max` in
/// each direction, one more is lost. The link's own statistics are those of the cable without it.
class DelayedLink : public PassedLink<DelayedLinkComponent>, NonCopyable {
public:
    DelayedLink(Ports const& ports, Attributes const& attributes);
    ~DelayedLink();

    Result<void, LinkError> send(Message& frame) override;
    void received(Message& frame) override;

private:
    static constexpr u32 frames_max = 256;

    /// Frames on their way in one direction, the first of which the alarm is set for.
    class Way : public Alarm {
    public:
        explicit Way(DelayedLink& owner) : owner_(owner) {}

        void put(Message& frame);
        virtual void arrive(Message& frame) = 0;

    protected:
        ~Way() = default;

        DelayedLink& owner_;

    private:
        struct Queue {
            MessageQueue<frames_max> frames;
            u64 due_ns[frames_max];
            u32 first = 0;
            u32 count = 0;
            Counter lost; // there was no room
        };

        void expired() override;
        bool take(Message& frame);

        Guarded<Queue> queue_;
    };
    class WayOut final : public Way {
        using Way::Way;
        void arrive(Message& frame) override;
    };
    class WayIn final : public Way {
        using Way::Way;
        void arrive(Message& frame) override;
    };

    WayOut out_{*this};
    WayIn in_{*this};
};

} // namespace flat::net::links
