// SPDX-License-Identifier: BSD-2-Clause
// One end of the cable: makes frames that tell their sender, and checks those that come.
#pragma once

#include <core/atomic.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/net/link.hpp>
#include <flat/net/receiver.hpp>

namespace flat::demo::frames {

/// A frame is two addresses, a type of IEEE 802's for experiments, a number, and bytes that follow
/// from the number: so whoever receives it knows whether all of it is right, and the next one.
class CableEnd : public net::Receiver, NonCopyable {
public:
    static constexpr u32 frame_bytes_min = 60;
    static constexpr u32 frame_bytes_max = 1514;
    static constexpr u64 broadcast = 0xffff'ffff'ffff;

    /// Sends frame `number`, of the size that follows from it; every fifth one in several pieces,
    /// which share buffers. `FULL` is tried again.
    void send(net::Link& link, BufferPool& pool, u64 destination, u32 number);

    /// Frame `number` in one piece.
    static Message frame(BufferPool& pool, u64 destination, u64 source, u32 number);

    /// The size of a frame by its number: all sizes, one after the other.
    static u32 size_of(u32 number) {
        return frame_bytes_min + number % (frame_bytes_max - frame_bytes_min + 1);
    }

    void received(Message& frame) override;
    void state_changed(net::Link::State const&) override {}

    /// Frames that came in order, and those that were wrong or came out of order.
    u32 right() const { return right_.load(MemoryOrder::relaxed); }
    u32 wrong() const { return wrong_.load(MemoryOrder::relaxed); }

    /// The number of the frame that should come next.
    void expect(u32 number) { expected_ = number; }

    /// From now on frames are only counted, apart.
    void ignore() { is_ignoring_ = true; }
    u32 ignored() const { return ignored_.load(MemoryOrder::relaxed); }

private:
    static Message body(BufferPool& pool, u32 number);
    bool is_right(Message const& frame) const;

    Atomic<u32> right_ = 0;
    Atomic<u32> wrong_ = 0;
    Atomic<u32> ignored_ = 0;
    u32 expected_ = 0;
    bool is_ignoring_ = false;
};

} // namespace flat::demo::frames
