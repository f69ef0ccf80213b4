// SPDX-License-Identifier: BSD-2-Clause
// A connection of TCP as a session.
#include <net/tcp/tcp_session.hpp>

#include <net/checksum.hpp>
#include <net/internet_address.hpp>
#include <net/tcp/tcp.hpp>

#include <new>

namespace flat::net::tcp {

namespace {

constexpr u32 checksum_place = 16;
constexpr u32 headers_bytes = 40; // of IPv4 and TCP, without options

} // namespace

TcpSession::TcpSession(Tcp& tcp) : tcp_(tcp) {}

TcpSession::~TcpSession() {
    tcp_.alarms->cancel(*this);
    auto const core = core_.lock();
    if (core->connection) core->connection->~Connection();
    if (packets_) packets_->release();
}

void* TcpSession::narrow(InterfaceId id) {
    if (id == StreamSession::interface_id) return static_cast<StreamSession*>(this);
    if (id == Session::interface_id) return static_cast<Session*>(this);
    if (id == AbstractResource::interface_id) return static_cast<AbstractResource*>(this);
    return nullptr;
}

/// Takes the place if nothing is in it any more that somebody could use.
bool TcpSession::claim() {
    auto const core = core_.lock();
    if (core->is_owned || users_.load(MemoryOrder::acquire) != 0) return false;
    if (core->connection) {
        if (core->connection->state() != Connection::State::closed) return false;
        core->connection->~Connection();
        core->connection = nullptr;
    }
    core->is_owned = true;
    return true;
}

/// Puts a connection into a place that was claimed.
void TcpSession::prepare(Session& packets, Participants const& participants, StreamUpper* upper,
                         TcpListener* listener) {
    if (packets_) packets_->release();
    packets_ = &packets;
    participants_ = participants;
    upper_ = upper;
    listener_ = listener;
    born_ = tcp_.births_.fetch_add(1, MemoryOrder::relaxed);
    Checksum checksum;
    checksum.add_u32(static_cast<u32>(participants.local));
    checksum.add_u32(static_cast<u32>(participants.remote));
    checksum.add(Tcp::protocol);
    sum_ = checksum.folded();
    is_within_host_ = is_loopback_address(static_cast<u32>(participants.remote));
    auto const core = core_.lock();
    core->connection = new (place_) Connection(tcp_.buffers->pool(), tcp_.settings(packets));
    core->is_owned = upper != nullptr;
}

/// As the partner has agreed to, once it has.
u32 TcpSession::mtu() {
    auto const core = core_.lock();
    return core->connection ? core->connection->mss() : packets_->mtu() - Segment::header_bytes;
}

void TcpSession::Sender::send(Segment& segment, Message& data) {
    segment.source = session_.participants_.local_port;
    segment.destination = session_.participants_.remote_port;
    auto const header = segment.write(data);
    if (header.is_error()) return data.clear(); // as if it were lost
    if (!session_.is_within_host_) {
        Checksum checksum;
        checksum.add_folded(session_.sum_);
        checksum.add(static_cast<u16>(data.size()));
        checksum.add(data);
        checksum.store(header.value() + checksum_place);
    }
    ++session_.tcp_.counts_.sent;
    session_.tcp_.outbox_.put(data, *session_.packets_, session_.users_);
}

void TcpSession::Sender::sent_again() {
    ++session_.tcp_.counts_.sent_again;
}

void TcpSession::Sender::in_vain() {
    session_.tcp_.ip->doubt(static_cast<u32>(session_.participants_.remote));
}

/// Has the state machine do something, sends what comes of it, and tells the upper.
template<class Action>
void TcpSession::act(Action const& action) {
    View before, now;
    {
        auto const core = core_.lock();
        if (!core->connection) return;
        Sender sender(*this);
        before = view_of(*core->connection);
        action(*core->connection, sender);
        now = view_of(*core->connection);
        set_alarm(*core);
    }
    tcp_.outbox_.flush();
    if (before != now) tell(before, now);
}

TcpSession::View TcpSession::view_of(Connection const& connection) {
    return {connection.state(), connection.available(), connection.room(), connection.has_ended(),
            connection.urgent()};
}

/// Lets the upper know; a connection to a listener gets one when it has come about.
void TcpSession::tell(View const& before, View const& now) {
    using State = Connection::State;
    if (now.state == State::closed && before.state != State::closed) tcp_.forget(*this);
    bool const is_new = before.state == State::syn_received && now.state != State::closed;
    if (TcpListener* const listener = is_new ? flat::exchange(listener_, nullptr) : nullptr) {
        StreamUpper* const above = listener->upper_;
        core_.lock()->is_owned = true;
        upper_ = above ? above->accepted(*this) : nullptr;
        if (!upper_) return release();
    }
    if (StreamUpper* const upper = upper_) upper->changed(*this);
}

/// Has the alarm ring when the state machine has something to do; if it rings too early, it is set
/// again, which is less work than to set it for each segment.
void TcpSession::set_alarm(Core& core) {
    u64 const due_us = core.connection->due_us();
    if (due_us >= core.alarm_us) return;
    u64 const now_us = tcp_.now_us();
    core.alarm_us = due_us;
    tcp_.alarms->set(*this, due_us > now_us ? (due_us - now_us) * 1000 : 0);
}

void TcpSession::expired() {
    core_.lock()->alarm_us = Connection::never_us;
    act([&](Connection& connection, Sender& sender) {
        u64 const now_us = tcp_.now_us();
        if (now_us >= connection.due_us()) connection.expired(now_us, sender);
    });
}

bool TcpSession::deliver(Participants const&, Message& message) {
    Segment segment;
    if (!read_segment(message, segment)) return true;
    act([&](Connection& connection, Sender& sender) {
        connection.arrived(segment, message, tcp_.now_us(), sender);
    });
    return true;
}

/// Believed if it quotes what is on its way (RFC 5927, section 4). But for a port where nobody
/// listens, it is a hint, which the upper gets.
void TcpSession::failed(Participants const&, Report const& report, Span<u8 const> beginning) {
    u32 const sequence = load_big_endian(beginning.data() + 4);
    bool is_hint = false;
    act([&](Connection& connection, Sender& sender) {
        if (!connection.is_in_flight(sequence)) return;
        if (report.problem == Problem::refused) connection.refused();
        is_hint =
            report.problem != Problem::too_long && connection.state() != Connection::State::closed;
        if (report.problem == Problem::too_long && report.detail > headers_bytes)
            connection.limit_mss(report.detail - headers_bytes, tcp_.now_us(), sender);
    });
    StreamUpper* const upper = upper_;
    if (is_hint && upper) upper->failed(participants_, report, beginning);
}

Result<void, NetworkError> TcpSession::push_urgent(Message& message) {
    Result<void, NetworkError> outcome = NetworkError{NetworkError::closed};
    act([&](Connection& connection, Sender& sender) {
        outcome = connection.send_urgent(message, tcp_.now_us(), sender);
    });
    return outcome;
}

void TcpSession::send_at_once(bool does) {
    act([&](Connection& connection, Sender& sender) {
        connection.send_at_once(does, tcp_.now_us(), sender);
    });
}

void TcpSession::keep_alive(bool does) {
    u64 const keep_us = does ? u64{tcp_.keep_alive_s} * 1'000'000 : 0;
    act([&](Connection& connection, Sender&) { connection.keep_alive(keep_us, tcp_.now_us()); });
}

void TcpSession::set_service(u8 type_of_service, u8 lifetime) {
    packets_->set_service(type_of_service, lifetime);
}

Result<void, NetworkError> TcpSession::push(Message& message) {
    Result<void, NetworkError> outcome = NetworkError{NetworkError::closed};
    act([&](Connection& connection, Sender& sender) {
        outcome = connection.send(message, tcp_.now_us(), sender);
    });
    return outcome;
}

void TcpSession::receive(u32 bytes, Message& destination) {
    act([&](Connection& connection, Sender& sender) {
        connection.receive(bytes, destination, tcp_.now_us(), sender);
    });
}

void TcpSession::finish() {
    act([&](Connection& connection, Sender& sender) { connection.close(tcp_.now_us(), sender); });
}

void TcpSession::release() {
    upper_ = nullptr;
    act([&](Connection& connection, Sender& sender) { connection.abandon(tcp_.now_us(), sender); });
    core_.lock()->is_owned = false;
}

StreamSession::State TcpSession::state() {
    using Inner = Connection::State;
    auto const core = core_.lock();
    if (!core->connection || core->connection->state() == Inner::closed) return State::closed;
    if (core->connection->state() <= Inner::syn_received) return State::connecting;
    return core->connection->has_ended() ? State::ended : State::connected;
}

Result<void, NetworkError> TcpSession::check() {
    auto const core = core_.lock();
    if (core->connection && core->connection->failure()) return *core->connection->failure();
    return {};
}

u32 TcpSession::room() {
    auto const core = core_.lock();
    return core->connection ? core->connection->room() : 0;
}

u32 TcpSession::segment_room() {
    auto const core = core_.lock();
    return core->connection ? core->connection->segment_room() : 0;
}

u32 TcpSession::urgent() {
    auto const core = core_.lock();
    return core->connection ? core->connection->urgent() : 0;
}

u32 TcpSession::available() {
    auto const core = core_.lock();
    return core->connection ? core->connection->available() : 0;
}

u32 TcpSession::look(Span<u8> bytes) {
    auto const core = core_.lock();
    return core->connection ? core->connection->look(bytes) : 0;
}

bool TcpSession::has_waited_for(TcpListener const& listener) {
    auto const core = core_.lock();
    return listener_ == &listener && core->connection &&
           core->connection->state() == Connection::State::syn_received;
}

void TcpSession::begin(u32 first_sequence) {
    act([&](Connection& connection, Sender& sender) {
        connection.open(first_sequence, tcp_.now_us(), sender);
    });
}

void TcpSession::answer(Segment const& syn, u32 first_sequence) {
    act([&](Connection& connection, Sender& sender) {
        connection.accept(syn, first_sequence, tcp_.now_us(), sender);
    });
}

/// A client that was answered by a cookie sends the segment that comes after the answer.
void TcpSession::go_on(Segment const& syn, u32 first_sequence, Segment const& segment,
                       Message& data) {
    act([&](Connection& connection, Sender&) {
        connection.accept_answered(syn, first_sequence, tcp_.now_us());
    });
    act([&](Connection& connection, Sender& sender) {
        connection.arrived(segment, data, tcp_.now_us(), sender);
    });
}

/// Whether it only waits for what may still be on its way.
bool TcpSession::is_waiting_for_its_end() {
    auto const core = core_.lock();
    return !core->is_owned && core->connection &&
           core->connection->state() == Connection::State::time_wait;
}

/// Ends such a wait.
bool TcpSession::cut_short() {
    if (!is_waiting_for_its_end()) return false;
    act([&](Connection& connection, Sender& sender) { connection.abort(sender); });
    return true;
}

} // namespace flat::net::tcp
