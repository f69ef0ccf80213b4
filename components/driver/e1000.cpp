// SPDX-License-Identifier: BSD-2-Clause
// Intel's gigabit network cards: sending, receiving, filters, interrupts.
#include <driver/e1000.hpp>

namespace flat::driver {

using net::LinkError;

namespace {

constexpr u32 wanted_interrupts =
    e1000_interrupt::LSC | e1000_interrupt::RXDMT0 | e1000_interrupt::RXO | e1000_interrupt::RXT0;

/// What the card writes while the driver reads.
template<class T>
T read_once(T const& place) {
    return __atomic_load_n(&place, __ATOMIC_ACQUIRE);
}

} // namespace

net::Link::State E1000::state() {
    if (!is_working_) return {};
    u32 const status = get(E1000Register::STATUS);
    constexpr u32 speeds[] = {10, 100, 1000, 1000};
    return {(status & e1000_status::LU) != 0, speeds[status >> e1000_status::SPEED_SHIFT & 3]};
}

net::Link::Statistics E1000::statistics() {
    Statistics statistics{};
    {
        auto const receive = receive_.lock();
        if (is_working_) receive->missed += get(E1000Register::MPC);
        statistics.received_frames = receive->frames;
        statistics.received_bytes = receive->bytes;
        statistics.missed_frames = receive->missed;
        statistics.receive_errors = receive->errors;
        statistics.misbehaviours = receive->misbehaviours;
    }
    auto const transmit = transmit_.lock();
    statistics.sent_frames = transmit->frames;
    statistics.sent_bytes = transmit->bytes;
    return statistics;
}

Result<void, LinkError> E1000::send(Message& frame) {
    if (!is_frame(frame)) return LinkError{LinkError::bad_length};
    if (!is_working_) return LinkError{LinkError::broken};
    auto const transmit = transmit_.lock();
    take_sent(*transmit);
    auto const pieces = frame.pieces();
    u32 const used = (transmit->next + size() - transmit->oldest) % size();
    if (pieces.size() >= size() - used) return LinkError{LinkError::full};
    E1000TransmitDescriptor* descriptor = nullptr;
    for (Message::Piece const& piece : pieces) {
        descriptor = &transmit->ring[transmit->next];
        *descriptor = {
            piece.physical(), u16(piece.size), 0, E1000_TXD_IFCS | E1000_TXD_RS, 0, 0, 0};
        transmit->buffers[transmit->next] = piece.buffer;
        transmit->next = after(transmit->next);
    }
    descriptor->command |= E1000_TXD_EOP;
    ++transmit->frames;
    transmit->bytes += frame.size();
    frame.release();
    __atomic_thread_fence(__ATOMIC_RELEASE); // descriptors before the index
    set(E1000Register::TDT, transmit->next);
    return {};
}

/// Takes back what the card has sent.
void E1000::take_sent(Transmit& transmit) {
    while (transmit.oldest != transmit.next &&
           read_once(transmit.ring[transmit.oldest].status) & E1000_TXD_DD) {
        BufferPool::drop(*flat::exchange(transmit.buffers[transmit.oldest], nullptr));
        transmit.oldest = after(transmit.oldest);
    }
}

void E1000::set_interrupts(bool are_wanted) {
    if (!is_working_) return;
    set(are_wanted ? E1000Register::IMS : E1000Register::IMC, wanted_interrupts);
}

u32 E1000::poll(u32 frames) {
    if (!is_working_) return 0;
    TakenFrames const taken = take_frames(frames, size(), [this] { return receive_one(); });
    if (taken.is_any()) {
        auto const receive = receive_.lock();
        u32 const last = receive->next == 0 ? size() - 1 : receive->next - 1;
        set(E1000Register::RDT, last);
    }
    take_sent(*transmit_.lock());
    return taken.delivered;
}

/// Takes one frame, and gives its descriptor another buffer; without one, the same again.
Taken E1000::receive_one() {
    Message frame(pool_);
    {
        auto const receive = receive_.lock();
        E1000ReceiveDescriptor& descriptor = receive->ring[receive->next];
        if (!(read_once(descriptor.status) & E1000_RXD_DD)) return Taken::nothing;
        bool const is_taken = take_over(*receive, frame);
        descriptor = {receive->buffers[receive->next]->physical + frame_offset, 0, 0, 0, 0, 0};
        receive->next = after(receive->next);
        if (!is_taken) return Taken::dropped;
    }
    receiver->received(frame);
    return Taken::delivered;
}

/// Makes the next descriptor's buffer a frame, if it is one and there is another buffer.
bool E1000::take_over(Receive& receive, Message& frame) {
    E1000ReceiveDescriptor const descriptor = receive.ring[receive.next];
    bool const is_whole = descriptor.status & E1000_RXD_EOP;
    if (!is_whole || !is_frame_length(descriptor.bytes)) {
        ++receive.misbehaviours; // longer ones do not fit the card's buffers
        return false;
    }
    if (descriptor.errors != 0) {
        ++receive.errors;
        return false;
    }
    Buffer* const other = pool_.take();
    if (!other) {
        ++receive.missed;
        return false;
    }
    Buffer* const buffer = flat::exchange(receive.buffers[receive.next], other);
    frame.adopt(*buffer, buffer->bytes + frame_offset, descriptor.bytes);
    ++receive.frames;
    receive.bytes += descriptor.bytes;
    return true;
}

void E1000::interrupted(u32) {
    u32 const causes = get(E1000Register::ICR);
    if (causes & e1000_interrupt::LSC) check_state();
    if (causes & wanted_interrupts & ~e1000_interrupt::LSC) poll(size());
}

void E1000::check_state() {
    State const now = state();
    if (flat::exchange(was_up_, now.is_up) != now.is_up) receiver->state_changed(now);
}

Result<void, LinkError> E1000::set_promiscuous(bool is_wanted) {
    if (!is_working_) return LinkError{LinkError::broken};
    is_promiscuous_ = is_wanted;
    set_filter();
    return {};
}

Result<void, LinkError> E1000::join(u64 group) {
    if (!is_working_) return LinkError{LinkError::broken};
    if (TRY(groups_.join(group))) set_filter();
    return {};
}

void E1000::leave(u64 group) {
    if (groups_.leave(group) && is_working_) set_filter();
}

/// What is received: the card's own frames, those to all, and by the filter those to groups.
void E1000::set_filter() {
    u32 filter[e1000_filter_registers] = {};
    for (u64 const group : groups_.all()) {
        u32 const bit = e1000_filter_bit(group);
        filter[bit / 32] |= 1u << bit % 32;
    }
    for (u32 i = 0; i < e1000_filter_registers; ++i)
        device->write32(registers, u32(E1000Register::MTA) + 4 * i, filter[i]);
    u32 const all = is_promiscuous_ ? e1000_rctl::UPE | e1000_rctl::MPE : 0;
    u32 const control = e1000_rctl::EN | e1000_rctl::BAM | e1000_rctl::SECRC | all;
    if (get(E1000Register::RCTL) == control) return; // writing makes the card pause
    set(E1000Register::RCTL, control);
}

} // namespace flat::driver
