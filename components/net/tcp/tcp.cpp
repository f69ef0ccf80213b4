// SPDX-License-Identifier: BSD-2-Clause
// TCP: streams of bytes between ports.
#include <net/tcp/tcp.hpp>

#include <core/panic.hpp>
#include <domain/ticks.hpp>
#include <net/checksum.hpp>
#include <net/internet_address.hpp>
#include <net/named_session.hpp>
#include <net/own_address.hpp>
#include <net/packet_options.hpp>

#include <new>

namespace flat::net::tcp {

namespace {

constexpr u32 segment_checksum_offset = 16;
constexpr u64 sequence_us = 4; // RFC 6528: sequence numbers go on with the clock

} // namespace

Tcp::Tcp(Ports const& ports, Attributes const& attributes)
    : TcpComponent(ports, attributes), hash_(domain::ticks(), domain::ticks() * 0x9e3779b97f4a7c15),
      cookies_(hash_(domain::ticks(), 0, 1), hash_(domain::ticks(), 0, 2)) {
    auto const records = allocator->allocate(connections * sizeof(TcpSession), alignof(TcpSession));
    auto const listening =
        allocator->allocate(listeners * sizeof(TcpListener), alignof(TcpListener));
    if (records.is_error() || listening.is_error())
        panic("there is no memory for {} connections", connections);
    sessions_ = pointer_to<TcpSession>(records.value());
    places_ = pointer_to<TcpListener>(listening.value());
    for (u32 i = 0; i < connections; ++i)
        new (sessions_ + i) TcpSession(*this);
    for (u32 i = 0; i < listeners; ++i)
        new (places_ + i) TcpListener(*this);
    ip->keep_whole(protocol);
    if (ip->open_enable(*this, {0, 0, protocol, protocol}).is_error())
        panic("somebody else has the protocol TCP");
}

Tcp::~Tcp() {
    ip->open_disable({0, 0, protocol, protocol});
    for (u32 i = 0; i < connections; ++i)
        sessions_[i].TcpSession::~TcpSession();
    allocator->free(address_of(places_));
    allocator->free(address_of(sessions_));
}

Result<StreamSession*, NetworkError> Tcp::connect(StreamUpper& upper, Participants const& wanted) {
    return connect_with_options(upper, wanted, {});
}

Result<StreamSession*, NetworkError>
Tcp::connect_with_options(StreamUpper& upper, Participants const& wanted, Span<u8 const> options) {
    auto const remote = static_cast<u32>(wanted.remote);
    bool const is_to_one = remote != 0 && !is_of_many(*ip, remote);
    if (!is_to_one || wanted.remote_port == 0) return NetworkError{NetworkError::invalid};
    Participants participants = wanted;
    participants.local = source_of(*ip, wanted.local);
    TcpSession& session = *TRY(make(participants, &upper, nullptr, options));
    session.begin(first_sequence(participants));
    return &session;
}

/// A session for segments, whose packets have these options.
Result<Session*, NetworkError> Tcp::open_packets(Participants const& participants,
                                                 Span<u8 const> options) {
    Session* const packets =
        TRY(ip->open(nullptr, {participants.local, participants.remote, protocol, protocol}));
    if (options.is_empty()) return packets;
    auto const set = packets->set_options(options);
    if (set.is_ok()) return packets;
    packets->release();
    return set.error();
}

/// A connection in a place of its own, which gets what comes to these participants, a port that is
/// 0 chosen.
Result<TcpSession*, NetworkError> Tcp::make(Participants& participants, StreamUpper* upper,
                                            TcpListener* listener, Span<u8 const> options) {
    Session& packets = *TRY(open_packets(participants, options));
    participants.local = packets.participants().local;
    TcpSession* const session = take_place();
    if (!session) {
        packets.release();
        return NetworkError{NetworkError::exhausted};
    }
    Result<u16, NetworkError> added = participants.local_port;
    if (participants.local_port == 0) {
        u64 const seed = hash_(participants.remote, participants.remote_port, participants.local);
        added = uppers_.add_at_free_port(*session, participants,
                                         static_cast<u32>(seed) +
                                             next_port_.fetch_add(1, MemoryOrder::relaxed));
    } else if (auto const known = uppers_.add(*session, participants); known.is_error())
        added = known.error();
    if (added.is_error()) {
        packets.release();
        session->core_.lock()->is_owned = false;
        return added.error();
    }
    participants.local_port = added.value();
    session->prepare(packets, participants, upper, listener);
    ++(listener ? counts_.passive_opens : counts_.active_opens);
    return session;
}

/// A free place; if there is none, that of a connection which only waits for its end.
TcpSession* Tcp::take_place() {
    for (u32 i = 0; i < connections; ++i)
        if (sessions_[i].claim()) return &sessions_[i];
    TcpSession* oldest = nullptr;
    for (u32 i = 0; i < connections; ++i) {
        TcpSession& each = sessions_[i];
        bool const is_waiting = each.is_waiting_for_its_end();
        if (is_waiting && (!oldest || each.born_ < oldest->born_)) oldest = &each;
    }
    return oldest && oldest->cut_short() && oldest->claim() ? oldest : nullptr;
}

Result<Participants, NetworkError> Tcp::listen(StreamUpper& upper, Participants const& wanted) {
    TRY(require_heard(*ip, wanted.local));
    for (u32 i = 0; i < listeners; ++i) {
        TcpListener& place = places_[i];
        if (place.upper_) continue;
        Participants const participants =
            TRY(uppers_.add_anywhere(place, {wanted.local, 0, wanted.local_port, 0},
                                     static_cast<u32>(hash_(0, 0, domain::ticks()))));
        place.participants_ = participants;
        place.upper_ = &upper;
        return participants;
    }
    return NetworkError{NetworkError::exhausted};
}

Result<Session*, NetworkError> Tcp::open(Upper* upper, Participants const& participants) {
    auto* const above = upper ? narrow_to<StreamUpper>(*upper) : nullptr;
    if (!above) return NetworkError{NetworkError::invalid};
    return TRY(connect(*above, participants));
}

Result<Participants, NetworkError> Tcp::open_enable(Upper& upper,
                                                    Participants const& participants) {
    auto* const above = narrow_to<StreamUpper>(upper);
    if (!above) return NetworkError{NetworkError::invalid};
    return listen(*above, participants);
}

void Tcp::open_disable(Participants const& participants) {
    for (u32 i = 0; i < listeners; ++i) {
        TcpListener& each = places_[i];
        if (!each.upper_ || each.participants_ != participants) continue;
        uppers_.remove(participants);
        each.upper_ = nullptr;
    }
}

Result<core::AbstractResource*, core::BindingError> Tcp::create(Span<u8 const> hint) {
    return create_session(*this, hint);
}

Result<Top*, core::BindingError> Tcp::bind(core::Name& name, Span<u8 const> hint) {
    return bind_session(*this, name, hint);
}

/// RFC 6528: the clock, and a hash that needs the key.
u32 Tcp::first_sequence(Participants const& participants) {
    u64 const ports = u64{participants.local_port} << 16 | participants.remote_port;
    return static_cast<u32>(now_us() / sequence_us +
                            hash_(participants.local, participants.remote, ports));
}

Connection::Settings Tcp::settings(Session& packets) const {
    u32 const mss = min(packets.mtu() - Segment::header_bytes, 0xffff - Segment::header_bytes_max);
    return {mss, send_bytes, receive_bytes, 0, tries, connecting_tries};
}

/// What stays within this host is not damaged, and has no checksum.
bool Tcp::is_undamaged(Participants const& packet, Message const& segment) {
    if (is_loopback_address(static_cast<u32>(packet.local))) return true;
    Checksum checksum;
    checksum.add_u32(static_cast<u32>(packet.remote));
    checksum.add_u32(static_cast<u32>(packet.local));
    checksum.add(protocol);
    checksum.add(static_cast<u16>(segment.size()));
    checksum.add(segment);
    return checksum.is_right();
}

[[gnu::always_inline]] inline bool Tcp::take(Participants const& packet, Message& message,
                                             Span<u8 const> options) {
    u8 scratch[Segment::header_bytes];
    u8 const* const header = message.peek(Segment::header_bytes, scratch);
    if (!header || !is_undamaged(packet, message)) {
        ++counts_.malformed;
        return true;
    }
    ++counts_.received;
    Participants const participants{packet.local, packet.remote, load_big_endian_u16(header + 2),
                                    load_big_endian_u16(header)};
    if (Upper* const upper = uppers_.find(participants)) {
        auto* const above = options.is_empty() ? nullptr : narrow_to<OptionsUpper>(*upper);
        return above ? above->deliver_with_options(participants, message, options)
                     : upper->deliver(participants, message);
    }
    Segment segment;
    if (read_segment(message, segment)) refuse(participants, segment);
    return true;
}

bool Tcp::deliver(Participants const& packet, Message& message) {
    return take(packet, message, {});
}

/// Of the options a connection wants the way back alone (RFC 9293, section 3.9.2.1).
bool Tcp::deliver_with_options(Participants const& packet, Message& message,
                               Span<u8 const> options) {
    return take(packet, message, PacketOptions::read(options).reverse_route().bytes());
}

void Tcp::failed(Participants const& packet, Report const& report, Span<u8 const> beginning) {
    if (beginning.size() < 8) return;
    Participants const participants{packet.local, packet.remote,
                                    load_big_endian_u16(beginning.data()),
                                    load_big_endian_u16(beginning.data() + 2)};
    if (Upper* const upper = uppers_.find(participants))
        upper->failed(participants, report, beginning);
}

/// Somebody wants to connect.
void Tcp::answer(TcpListener& listener, Participants const& wanted, Segment const& syn,
                 Span<u8 const> options) {
    if (is_full(listener)) return answer_with_cookie(wanted, syn, options);
    Participants participants = wanted;
    auto const made = make(participants, nullptr, &listener, options);
    if (made.is_ok()) made.value()->answer(syn, first_sequence(participants));
}

/// Whether a port has as many connections as it may that nobody has answered.
bool Tcp::is_full(TcpListener const& listener) {
    u32 count = 0;
    for (u32 i = 0; i < connections; ++i)
        count += sessions_[i].has_waited_for(listener);
    return count >= min(backlog, connections / 2);
}

/// Answers without options but one, since nothing else could be remembered.
void Tcp::answer_with_cookie(Participants const& participants, Segment const& syn,
                             Span<u8 const> options) {
    constexpr u32 mss_without_option = 536; // RFC 9293, section 3.7.1
    auto const packets = open_packets(participants, options);
    if (packets.is_error()) return;
    u64 const now = now_us();
    u32 const mss = syn.mss != 0 ? syn.mss : mss_without_option;
    ++counts_.cookies;
    Segment answer;
    answer.flags = Segment::syn | Segment::ack;
    answer.sequence = cookies_.make(participants, syn.sequence, mss, now);
    answer.acknowledgement = syn.sequence + 1;
    answer.window = static_cast<u16>(min(receive_bytes, 0xffff));
    answer.mss = static_cast<u16>(settings(*packets.value()).mss);
    cookies_end_us_.store(now + SynCookies::lifetime_us, MemoryOrder::relaxed);
    send_alone(*packets.value(), participants, answer);
    packets.value()->release();
}

/// Whether somebody comes back with a cookie; a place is taken then, if there is one.
bool Tcp::go_on(TcpListener& listener, Participants const& wanted, Segment const& segment,
                Message& data, Span<u8 const> options) {
    u64 const now = now_us();
    if (now >= cookies_end_us_.load(MemoryOrder::relaxed)) return false;
    u32 const cookie = segment.acknowledgement - 1;
    Segment syn;
    syn.flags = Segment::syn;
    syn.sequence = segment.sequence - 1;
    syn.window = segment.window;
    auto const mss = cookies_.mss_of(cookie, wanted, syn.sequence, now);
    if (!mss) return false;
    syn.mss = *mss;
    Participants participants = wanted;
    auto const made = make(participants, nullptr, &listener, options);
    if (made.is_ok()) made.value()->go_on(syn, cookie, segment, data);
    return true;
}

/// Answers a segment for which there is no connection (RFC 9293, section 3.10.7.1).
void Tcp::refuse(Participants const& participants, Segment const& segment) {
    if (segment.has(Segment::rst)) return;
    ++counts_.refused;
    bool const has_ack = segment.has(Segment::ack);
    auto const packets = open_packets(participants, {});
    if (packets.is_error()) return;
    Segment answer;
    answer.flags = has_ack ? Segment::rst : Segment::rst | Segment::ack;
    answer.sequence = has_ack ? segment.acknowledgement : 0;
    answer.acknowledgement = has_ack ? 0 : segment.sequence + segment.length();
    send_alone(*packets.value(), participants, answer);
    packets.value()->release();
}

/// Sends a segment that belongs to no connection; it may be lost, like any.
void Tcp::send_alone(Session& packets, Participants const& participants, Segment& segment) {
    segment.source = participants.local_port;
    segment.destination = participants.remote_port;
    Message message(buffers->pool());
    auto const header = segment.write(message);
    if (header.is_error()) return;
    Checksum checksum;
    checksum.add_u32(static_cast<u32>(participants.local));
    checksum.add_u32(static_cast<u32>(participants.remote));
    checksum.add(protocol);
    checksum.add(static_cast<u16>(message.size()));
    checksum.add(message);
    checksum.store(header.value() + segment_checksum_offset);
    ++counts_.sent;
    static_cast<void>(packets.push(message));
}

/// A connection is closed: nothing that comes is for it.
void Tcp::forget(TcpSession& session) {
    uppers_.remove(session.participants_);
}

} // namespace flat::net::tcp
