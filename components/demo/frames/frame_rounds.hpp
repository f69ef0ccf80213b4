// SPDX-License-Identifier: BSD-2-Clause
// Sends frames to a server at the other end of its cable, and counts what their echoes cost.
#pragma once

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <demo/frames/frame_rounds.flat.hpp>

namespace flat::demo::frames {

/// The server is a `FrameServer` in the same kernel, with a card of its own, wherever its driver
/// and it are. An echo counts from the call of `send` until the thread that waits for it goes on:
/// both cards' drivers and interrupts, and all that lies between the server and its driver.
class FrameRounds : public FrameRoundsComponent, NonCopyable {
public:
    using FrameRoundsComponent::FrameRoundsComponent;

    void run() override;
    void received(Message& frame) override;
    void state_changed(net::Link::State const&) override {}

private:
    static constexpr u32 rounds = 256;
    static constexpr u32 bytes_min = 60;
    static constexpr u32 bytes_max = 1514;

    static constexpr u64 all_cards = 0xffff'ffff'ffff;

    // As `FrameServer` has them.
    static constexpr u32 type_at = 12;
    static constexpr u16 request_type = 0x88b5;
    static constexpr u8 echo = 1;

    void measure(u32 bytes);
    void write_request(Message& frame, u32 bytes);
    bool has_come(u32 bytes);

    Atomic<u32> come_bytes_ = 0; // of the echo that has come; 0: none has
    u8 frame_[bytes_max] = {};
};

} // namespace flat::demo::frames
