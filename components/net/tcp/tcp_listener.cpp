// SPDX-License-Identifier: BSD-2-Clause
// A port at which connections come about.
#include <net/tcp/tcp_listener.hpp>

#include <net/tcp/tcp.hpp>

namespace flat::net::tcp {

/// A segment that belongs to no connection: the first of one, or a mistake (RFC 9293, section
/// 3.10.7.2).
bool TcpListener::deliver(Participants const& participants, Message& message) {
    Segment segment;
    if (!read_segment(message, segment)) return true;
    if (segment.has(Segment::rst)) return true;
    bool const is_first = segment.has(Segment::syn) && !segment.has(Segment::ack);
    if (!is_first || !upper_)
        tcp_.refuse(participants, segment);
    else
        tcp_.answer(*this, participants, segment);
    return true;
}

} // namespace flat::net::tcp
