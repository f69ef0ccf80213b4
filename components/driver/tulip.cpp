// SPDX-License-Identifier: BSD-2-Clause
// Digital's Tulip network cards: sending, receiving, interrupts.
#include <driver/tulip.hpp>

namespace flat::driver {

using net::LinkError;

namespace {

constexpr u32 tulip_interrupts = tulip_csr5::LNP | tulip_csr5::RI | tulip_csr5::RU |
                                 tulip_csr5::LNF | tulip_csr5::AIS | tulip_csr5::NIS;

/// Whether the card is done with a descriptor; what else it has written can be read then.
bool is_ours(TulipDescriptor const& descriptor) {
    return !(__atomic_load_n(&descriptor.status, __ATOMIC_ACQUIRE) & tulip_own);
}

/// Gives a descriptor to the card, complete.
void hand_over(TulipDescriptor& descriptor) {
    __atomic_store_n(&descriptor.status, tulip_own, __ATOMIC_RELEASE);
}

} // namespace

net::Link::State Tulip::state() {
    if (!is_working_) return {};
    u32 const status = get(TulipRegister::CSR12);
    bool const is_fast = !(status & tulip_csr12::LS100);
    return {is_fast || !(status & tulip_csr12::LS10), is_fast ? 100u : 10u};
}

net::Link::Statistics Tulip::statistics() {
    Statistics statistics{};
    {
        auto const receive = receive_.lock();
        if (is_working_) receive->missed += get(TulipRegister::CSR8) & tulip_csr8_missed;
        statistics.received_frames = receive->frames;
        statistics.received_bytes = receive->bytes;
        statistics.missed_frames = receive->missed;
        statistics.receive_errors = receive->errors;
        statistics.misbehaviours = receive->misbehaviours;
    }
    auto const transmit = transmit_.lock();
    statistics.sent_frames = transmit->frames;
    statistics.sent_bytes = transmit->bytes;
    statistics.send_errors = transmit->errors;
    return statistics;
}

Result<void, LinkError> Tulip::send(Message& frame) {
    if (!is_frame(frame)) return LinkError{LinkError::bad_length};
    if (!is_working_) return LinkError{LinkError::broken};
    for (Message::Piece const& piece : frame.pieces())
        if (!is_reached(piece.physical())) return LinkError{LinkError::unsupported};
    auto const transmit = transmit_.lock();
    take_sent(*transmit);
    auto const pieces = frame.pieces();
    if (pieces.size() > room(*transmit)) return LinkError{LinkError::full};
    u32 const first = transmit->next;
    for (usize i = 0; i < pieces.size(); ++i) {
        u32 const begins = i == 0 ? tulip_transmit::FS : 0;
        u32 const ends = i + 1 == pieces.size() ? tulip_transmit::LS : 0;
        put(*transmit, i == 0 ? 0 : tulip_own, pieces[i].size | begins | ends, pieces[i].physical(),
            pieces[i].buffer);
    }
    ++transmit->frames;
    transmit->bytes += frame.size();
    frame.release();
    hand_over(transmit->ring[first]); // the last to be handed over, so that the card sees all
    set(TulipRegister::CSR1, 1);
    return {};
}

/// How many descriptors are ours; one of them always stays so.
u32 Tulip::room(Transmit const& transmit) const {
    u32 const used = (transmit.next + ring - transmit.oldest) % ring;
    return ring - 1 - used;
}

/// Writes the next descriptor to send.
void Tulip::put(Transmit& transmit, u32 status, u32 control, paddr address, Buffer* buffer) {
    TulipDescriptor& descriptor = transmit.ring[transmit.next];
    descriptor.control = control | end_of_ring(transmit.next);
    descriptor.buffer = static_cast<u32>(address);
    descriptor.second_buffer = 0;
    __atomic_store_n(&descriptor.status, status, __ATOMIC_RELEASE);
    transmit.buffers[transmit.next] = buffer;
    transmit.next = after(transmit.next);
}

/// Takes back what the card has sent; a descriptor without a buffer was for the filter.
void Tulip::take_sent(Transmit& transmit) {
    while (transmit.oldest != transmit.next && is_ours(transmit.ring[transmit.oldest])) {
        u32 const status = transmit.ring[transmit.oldest].status;
        Buffer* const buffer = flat::exchange(transmit.buffers[transmit.oldest], nullptr);
        if (buffer && status & tulip_transmit::ES) ++transmit.errors;
        if (buffer) BufferPool::drop(*buffer);
        transmit.oldest = after(transmit.oldest);
    }
}

void Tulip::set_interrupts(bool are_wanted) {
    if (is_working_) set(TulipRegister::CSR7, are_wanted ? tulip_interrupts : 0);
}

u32 Tulip::poll(u32 frames) {
    if (!is_working_) return 0;
    TakenFrames const taken = take_frames(frames, ring, [this] { return receive_one(); });
    if (taken.is_any()) set(TulipRegister::CSR2, 1); // it may have stopped for want of descriptors
    take_sent(*transmit_.lock());
    return taken.delivered;
}

/// Takes one frame, and gives its descriptor another buffer; without one, the same again.
Taken Tulip::receive_one() {
    Message frame(pool_);
    {
        auto const receive = receive_.lock();
        if (!is_ours(receive->ring[receive->next])) return Taken::nothing;
        bool const is_taken = take_over(*receive, frame);
        offer(*receive, receive->next);
        receive->next = after(receive->next);
        if (!is_taken) return Taken::dropped;
    }
    receiver->received(frame);
    return Taken::delivered;
}

/// Makes the next descriptor's buffer a frame, if it is one and there is another buffer.
bool Tulip::take_over(Receive& receive, Message& frame) {
    u32 const status = *static_cast<u32 volatile*>(&receive.ring[receive.next].status);
    constexpr u32 whole = tulip_receive::FS | tulip_receive::LS;
    u32 const bytes =
        (status >> tulip_receive::LENGTH_SHIFT & tulip_receive::LENGTH_MASK) - frame_check_bytes;
    if (status & tulip_receive::ES) {
        ++receive.errors;
        return false;
    }
    if ((status & whole) != whole || !is_frame_length(bytes)) {
        ++receive.misbehaviours; // longer ones do not fit the card's buffers
        return false;
    }
    Buffer* const other = pool_.take();
    if (!other || !is_reached(other->physical)) {
        if (other) BufferPool::drop(*other);
        ++receive.missed;
        return false;
    }
    Buffer* const buffer = flat::exchange(receive.buffers[receive.next], other);
    frame.adopt(*buffer, buffer->bytes + receive_offset, bytes);
    ++receive.frames;
    receive.bytes += bytes;
    return true;
}

/// Gives the card a descriptor to receive into.
void Tulip::offer(Receive& receive, u32 index) {
    TulipDescriptor& descriptor = receive.ring[index];
    descriptor.control = receive_bytes | end_of_ring(index);
    descriptor.buffer = static_cast<u32>(receive.buffers[index]->physical + receive_offset);
    hand_over(descriptor);
}

void Tulip::interrupted(u32) {
    u32 const status = get(TulipRegister::CSR5) & tulip_interrupts;
    if (status == 0) return;
    set(TulipRegister::CSR5, status);
    if (status & (tulip_csr5::LNP | tulip_csr5::LNF)) check_state();
    if (status & (tulip_csr5::RI | tulip_csr5::RU)) poll(ring);
}

void Tulip::check_state() {
    State const now = state();
    if (flat::exchange(was_up_, now.is_up) != now.is_up) receiver->state_changed(now);
}

} // namespace flat::driver
