// SPDX-License-Identifier: BSD-2-Clause
// Answers frames: echoes them, or tells what the card has counted.
#pragma once

#include <core/utility.hpp>
#include <demo/frames/frame_server.flat.hpp>

namespace flat::demo::frames {

/// A frame of type 0x88b5, IEEE 802's for experiments, begins with a request after its header:
///
/// | byte | request | answer, to its sender |
/// |---|---|---|
/// | 1 | echo | the frame itself, with the addresses exchanged |
/// | 2 | count | the same with six numbers of 8 bytes after the byte (below) |
/// | 3 | end | none: the kernel ends, and a card may not have sent it by then |
///
/// A frame to count has 63 bytes at least. The numbers are frames and bytes sent before this
/// answer, frames and bytes received, frames missed, and how often anything else went wrong. Frames
/// of other types are left alone. All of it happens in the link's interrupts.
class FrameServer : public FrameServerComponent, NonCopyable {
public:
    using FrameServerComponent::FrameServerComponent;

    void received(Message& frame) override;
    void state_changed(net::Link::State const& state) override;

private:
    enum class Request : u8 { echo = 1, count = 2, end = 3 };

    void tell_counts();
    void answer(Message& frame, Request request);
    void write_counts(u8* place);

    u64 unanswered_ = 0; // for want of a place or a buffer
};

} // namespace flat::demo::frames
