// SPDX-License-Identifier: BSD-2-Clause
// Network cards of virtio: sending, receiving, interrupts.
#include <driver/virtio_net.hpp>

#include <core/assert.hpp>

namespace flat::driver {

using net::LinkError;

namespace {

/// Where a device puts what it receives: its own header ends where a frame begins.
constexpr u32 receive_offset = frame_offset - virtio_net_header_bytes;
constexpr u32 receive_bytes = Buffer::size_bytes - receive_offset;

} // namespace

net::Link::State VirtioNet::state() {
    if (!is_working_) return {};
    bool const is_told = features_ & VIRTIO_NET_F_STATUS; // without it, it is up (section 5.1.4.2)
    u16 const status = transport_.configuration16(u32(VirtioNetRegister::STATUS));
    return {!is_told || (status & VIRTIO_NET_S_LINK_UP) != 0, 0};
}

net::Link::Statistics VirtioNet::statistics() {
    Statistics statistics{};
    {
        auto const receive = receive_.lock();
        statistics.received_frames = receive->frames;
        statistics.received_bytes = receive->bytes;
        statistics.missed_frames = receive->missed;
        statistics.misbehaviours = receive->misbehaviours;
    }
    auto const transmit = transmit_.lock();
    statistics.sent_frames = transmit->frames;
    statistics.sent_bytes = transmit->bytes;
    return statistics;
}

Result<void, LinkError> VirtioNet::send(Message& frame) {
    if (!is_frame(frame)) return LinkError{LinkError::bad_length};
    if (!is_working_) return LinkError{LinkError::broken};
    auto const transmit = transmit_.lock();
    FrameQueue& queue = transmit->queue;
    take_sent(queue);
    auto const pieces = frame.pieces();
    if (pieces.size() >= queue.free_count()) return LinkError{LinkError::full};
    queue.put(shared_.physical, virtio_net_header_bytes, nullptr, false);
    for (Message::Piece const& piece : pieces)
        queue.put(piece.physical(), piece.size, piece.buffer, false);
    queue.commit();
    ++transmit->frames;
    transmit->bytes += frame.size();
    frame.release();
    notify(transmit_queue, transmit->queue);
    return {};
}

/// Takes back what the device has sent.
void VirtioNet::take_sent(FrameQueue& queue) {
    while (queue.take([](Buffer* buffer) {
        if (buffer) BufferPool::drop(*buffer);
    })) {
    }
}

void VirtioNet::notify(QueueIndex index, VirtioQueue const& queue) {
    if (queue.needs_notification()) transport_.notify(notify_[index], index);
}

void VirtioNet::set_interrupts(bool are_wanted) {
    is_polled_ = !are_wanted;
    if (!is_working_) return;
    receive_.lock()->queue.set_interrupts(are_wanted);
    if (!are_wanted) return;
    check_state(); // for what has come meanwhile
    poll(ring);
}

u32 VirtioNet::poll(u32 frames) {
    if (!is_working_) return 0;
    TakenFrames const taken = take_frames(frames, ring, [this] { return receive_one(); });
    bool is_broken;
    {
        auto const receive = receive_.lock();
        if (taken.is_any()) notify(receive_queue, receive->queue);
        is_broken = receive->queue.is_broken();
    }
    {
        auto const transmit = transmit_.lock();
        take_sent(transmit->queue);
        is_broken = is_broken || transmit->queue.is_broken();
    }
    if (is_broken) restart();
    return taken.delivered;
}

/// Takes one frame and gives the device another buffer for it; without one, the same again.
Taken VirtioNet::receive_one() {
    Message frame(pool_);
    {
        auto const receive = receive_.lock();
        Buffer* buffer = nullptr;
        Maybe<u32> const bytes = receive->queue.take([&](Buffer* taken) { buffer = taken; });
        if (!bytes) return Taken::nothing;
        bool const is_frame =
            *bytes >= virtio_net_header_bytes + header_bytes && *bytes <= receive_bytes;
        Buffer* const other = is_frame ? pool_.take() : nullptr;
        offer(receive->queue, other ? *other : *buffer);
        if (!other) {
            ++(is_frame ? receive->missed : receive->misbehaviours);
            return Taken::dropped;
        }
        u32 const size = *bytes - virtio_net_header_bytes;
        ++receive->frames;
        receive->bytes += size;
        frame.adopt(*buffer, buffer->bytes + frame_offset, size);
    }
    receiver->received(frame);
    return Taken::delivered;
}

/// Gives the device a buffer to receive into; there is a descriptor for it.
void VirtioNet::offer(FrameQueue& queue, Buffer& buffer) {
    queue.put(buffer.physical + receive_offset, receive_bytes, &buffer, true);
    queue.commit();
}

/// Gives the device as many buffers as it can have.
void VirtioNet::fill(FrameQueue& queue) {
    while (queue.free_count() > 0) {
        Buffer* const buffer = pool_.take();
        if (!buffer) return;
        offer(queue, *buffer);
    }
}

/// By the line, the status tells what has happened, and reading it withdraws the request (section
/// 4.1.4.5); by messages, the vector does.
void VirtioNet::interrupted(u32 vector) {
    bool is_configuration = vector == configuration_vector;
    bool is_frame = vector == receive_vector;
    if (!has_messages_) {
        u8 const status = transport_.interrupt_status();
        is_configuration = status & VIRTIO_ISR_CONFIG;
        is_frame = status & VIRTIO_ISR_QUEUE;
    }
    if (is_configuration && !is_polled_) check_state();
    if (is_frame && !is_polled_) poll(ring);
}

void VirtioNet::check_state() {
    State const now = state();
    if (flat::exchange(was_up_, now.is_up) != now.is_up) receiver->state_changed(now);
}

} // namespace flat::driver
