// SPDX-License-Identifier: BSD-2-Clause
// A port at which connections come about.
#include <net/tcp/tcp_listener.hpp>

#include <net/tcp/tcp.hpp>

namespace flat::net::tcp {

namespace {

/// Whether a segment claims to come from where it goes: whoever answered it would hear his own
/// answer, and answer that.
bool is_from_itself(Participants const& participants) {
    return participants.remote == participants.local &&
           participants.remote_port == participants.local_port;
}

} // namespace

bool TcpListener::deliver(Participants const& participants, Message& message) {
    return deliver_with_options(participants, message, {});
}

/// A segment that belongs to no connection: the first of one, or a mistake (RFC 9293, section
/// 3.10.7.2).
bool TcpListener::deliver_with_options(Participants const& participants, Message& message,
                                       Span<u8 const> options) {
    Segment segment;
    if (!read_segment(message, segment)) return true;
    if (segment.has(Segment::rst)) return true;
    bool const goes_on = segment.has(Segment::ack) && !segment.has(Segment::syn) && upper_;
    if (goes_on && tcp_.go_on(*this, participants, segment, message, options)) return true;
    if (segment.has(Segment::ack) || !upper_)
        tcp_.refuse(participants, segment);
    else if (segment.has(Segment::syn) && !is_from_itself(participants))
        tcp_.answer(*this, participants, segment, options);
    return true;
}

} // namespace flat::net::tcp
