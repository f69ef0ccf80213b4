// SPDX-License-Identifier: BSD-2-Clause
// A network link of the host: a cable that `flat run --net` leads to it.
#include <platform/link.hpp>

#include <core/say.hpp>

#include <signal.h>
#include <stdlib.h>
#include <sys/uio.h>

namespace flat::platform {

using net::LinkError;

namespace {

constexpr u64 broadcast_address = 0xffff'ffff'ffff;

} // namespace

Link::Link(Ports const& ports, Attributes const& attributes) : LinkComponent(ports, attributes) {
    char variable[] = "FLAT_NET_0";
    variable[sizeof variable - 2] = static_cast<char>('0' + number);
    is_working_ = cable_.open(getenv(variable)) && interrupts->connect(line, *this).is_ok();
    if (is_working_) {
        interrupts->unmask(line);
        set_interrupts(true);
    } else {
        say(*log, "link {}: there is no cable ({})", number, Text(variable));
    }
}

Link::~Link() {
    if (is_working_) interrupts->disconnect(line);
}

net::Link::Statistics Link::statistics() {
    return *statistics_.lock();
}

Result<void, LinkError> Link::send(Message& frame) {
    if (!is_frame(frame)) return LinkError{LinkError::bad_length};
    if (!is_working_) return LinkError{LinkError::broken};
    iovec parts[frame_pieces_max];
    usize count = 0;
    for (Message::Piece const& piece : frame.pieces())
        parts[count++] = {piece.begin, piece.size};
    HostCable::Outcome const outcome = cable_.send(Span<iovec>(parts, count));
    if (outcome == HostCable::Outcome::full) return LinkError{LinkError::full};
    auto const statistics = statistics_.lock();
    if (outcome == HostCable::Outcome::lost) ++statistics->send_errors;
    if (outcome == HostCable::Outcome::done) {
        ++statistics->sent_frames;
        statistics->sent_bytes += frame.size();
    }
    frame.clear();
    return {};
}

void Link::set_interrupts(bool are_wanted) {
    if (!is_working_) return;
    int const signal = SIGRTMIN + static_cast<int>(line);
    cable_.signal_arrivals(signal, are_wanted);
    if (are_wanted) raise(signal); // for what has come before
}

u32 Link::poll(u32 frames) {
    return is_working_ ? take(frames).delivered : 0;
}

TakenFrames Link::take(u32 frames) {
    return take_frames(frames, batch, [this] { return receive_one(); });
}

void Link::handle(u32) {
    interrupts->acknowledge(line);
    while (take(batch).is_any()) {
    } // the host tells of the first frame only
}

Taken Link::receive_one() {
    BufferPool& pool = buffers->pool();
    Message frame(pool);
    {
        auto const statistics = statistics_.lock();
        Buffer* const buffer = pool.take();
        u8 nowhere[1]; // without a buffer a frame is taken and lost, as cards do
        Span<u8> const place =
            buffer ? Span<u8>(buffer->bytes + frame_offset, Buffer::size_bytes - frame_offset)
                   : Span<u8>(nowhere);
        Maybe<u32> const bytes = cable_.receive(place);
        bool const is_whole = bytes && is_frame_length(*bytes);
        if (!bytes || !buffer || !is_whole || !is_for_us(place.data())) {
            if (buffer) BufferPool::drop(*buffer);
            if (!bytes) return Taken::nothing;
            if (!buffer) ++statistics->missed_frames;
            if (buffer && !is_whole) ++statistics->receive_errors;
            return Taken::dropped;
        }
        frame.adopt(*buffer, place.data(), *bytes);
        ++statistics->received_frames;
        statistics->received_bytes += *bytes;
    }
    receiver->received(frame);
    return Taken::delivered;
}

bool Link::is_for_us(u8 const* frame) const {
    u64 const destination = load_hardware_address(frame);
    if (is_promiscuous_ || destination == hardware_address || destination == broadcast_address)
        return true;
    return groups_.has(destination);
}

Result<void, LinkError> Link::set_promiscuous(bool is_wanted) {
    is_promiscuous_ = is_wanted;
    return {};
}

Result<void, LinkError> Link::join(u64 group) {
    TRY(groups_.join(group));
    return {};
}

void Link::leave(u64 group) {
    groups_.leave(group);
}

} // namespace flat::platform
