// SPDX-License-Identifier: BSD-2-Clause
// A socket for streams.
#include <net/sockets/stream_socket.hpp>

#include <net/internet_address.hpp>
#include <net/socket_error_of.hpp>
#include <net/sockets/datagram_socket.hpp>
#include <net/summed_copy.hpp>

namespace flat::net::sockets {

namespace {

constexpr u32 bytes_at_once = 16384;   // that are queued or taken in one piece of work
constexpr u32 summed_bytes_min = 1024; // of segments
constexpr SocketError invalid_stream{SocketError::invalid};

/// What a thread gets that must not wait any more.
constexpr SocketError gone{SocketError::failed};
constexpr SocketError would_block{SocketError::would_block};

} // namespace

StreamSocket::StreamSocket(StreamProtocol& tcp, thread::ThreadManager& threads, BufferPool& pool,
                           Span<StreamSocket> all)
    : tcp_(tcp), threads_(threads), pool_(pool), all_(all) {}

StreamSocket::~StreamSocket() {
    close();
}

bool StreamSocket::open() {
    auto const state = state_.lock();
    return !flat::exchange(state->is_open, true);
}

void StreamSocket::close() {
    Participants local{};
    StreamSession* session = nullptr;
    bool was_bound = false;
    {
        auto const state = state_.lock();
        local = state->local;
        was_bound = flat::exchange(state->is_bound, false);
        session = flat::exchange(state->session, nullptr);
        state->is_listening = false;
        state->is_unreachable = false;
        state->options = {};
        state->service = {};
        state->watching = 0;
        state->attending = 0;
    }
    if (was_bound) tcp_.open_disable(local);
    if (session) session->release();
    while (StreamSocket* const waiting = take_waiting())
        waiting->close();
    state_.lock()->is_open = false;
    notify();
}

bool StreamSocket::is_open() {
    return state_.lock()->is_open;
}

void StreamSocket::watch(u64 condition) {
    state_.lock()->watching = condition;
}

bool StreamSocket::is_watched() {
    return state_.lock()->watching != 0;
}

bool StreamSocket::is_readable() {
    StreamSession* const connected = session();
    if (!connected) return state_.lock()->count > 0;
    auto const now = connected->state();
    return connected->available() > 0 || now == StreamSession::State::ended ||
           now == StreamSession::State::closed;
}

/// Nobody is accepted before `listen`, but the port is taken.
Result<Endpoint, SocketError> StreamSocket::bind(Endpoint const& local) {
    if (state_.lock()->is_bound || session()) return invalid_stream;
    auto const enabled = tcp_.listen(*this, {local.address, 0, local.port, 0});
    if (enabled.is_error()) return socket_error_of(enabled.error());
    auto const state = state_.lock();
    state->is_bound = true;
    state->local = enabled.value();
    return Endpoint{local.address, enabled.value().local_port};
}

Result<void, SocketError> StreamSocket::listen() {
    if (!state_.lock()->is_bound) TRY(bind({0, 0}));
    state_.lock()->is_listening = true;
    return {};
}

Result<void, SocketError> StreamSocket::connect(Endpoint const& remote) {
    if (session()) return invalid_stream;
    Participants local{};
    PacketOptions options;
    Service service;
    {
        auto const state = state_.lock();
        if (state->is_listening) return invalid_stream;
        options = state->options;
        service = state->service;
        if (flat::exchange(state->is_bound, false)) local = state->local;
    }
    if (local.local_port != 0) tcp_.open_disable(local);
    auto const begun = tcp_.connect_with_options(
        *this, {local.local, remote.address, local.local_port, remote.port}, options.bytes());
    if (begun.is_error()) return socket_error_of(begun.error());
    StreamSession& connecting = *begun.value();
    if (service.is_chosen()) connecting.set_service(service.type_of_service, service.lifetime);
    {
        auto const state = state_.lock();
        state->is_unreachable = false;
        state->session = &connecting;
    }
    for (;;) {
        u64 const ticket = threads_.ticket();
        if (connecting.state() != StreamSession::State::connecting) break;
        if (is_attended()) return would_block;
        if (!threads_.wait(condition(), ticket)) break;
    }
    auto const outcome = check();
    if (outcome.is_ok() && connecting.state() != StreamSession::State::connecting) return {};
    state_.lock()->session = nullptr;
    connecting.release();
    return outcome.is_error() ? outcome.error() : gone;
}

Result<void, SocketError> StreamSocket::set_options(Span<u8 const> bytes) {
    auto const options = PacketOptions::wanted(bytes);
    if (options.is_error() || session()) return invalid_stream;
    state_.lock()->options = options.value();
    return {};
}

void StreamSocket::set_service(Service service) {
    state_.lock()->service = service;
    if (StreamSession* const connected = session())
        connected->set_service(service.type_of_service, service.lifetime);
}

StreamUpper* StreamSocket::accepted(StreamSession& session) {
    {
        auto const state = state_.lock();
        if (!state->is_listening || state->count == waiting_max) return nullptr;
    }
    for (StreamSocket& each : all_) {
        if (!each.open()) continue;
        each.state_.lock()->session = &session;
        session.keep_alive(true); // sockets are few: a partner that has gone must not keep one
        {
            auto const state = state_.lock();
            each.next_ = nullptr;
            StreamSocket** place = &state->first;
            while (*place)
                place = &(*place)->next_;
            *place = &each;
            ++state->count;
        }
        notify();
        return &each;
    }
    return nullptr;
}

StreamSocket* StreamSocket::take_waiting() {
    auto const state = state_.lock();
    StreamSocket* const first = state->first;
    if (!first) return nullptr;
    state->first = first->next_;
    --state->count;
    return first;
}

Result<StreamSocket*, SocketError> StreamSocket::accept() {
    for (;;) {
        u64 const ticket = threads_.ticket();
        if (StreamSocket* const waiting = take_waiting()) return waiting;
        if (!state_.lock()->is_listening) return invalid_stream;
        if (is_attended()) return would_block;
        if (!threads_.wait(condition(), ticket)) return gone;
    }
}

Result<usize, SocketError> StreamSocket::send(Span<u8 const> bytes) {
    if (bytes.is_empty()) return usize{0};
    for (;;) {
        u64 const ticket = threads_.ticket();
        StreamSession* const connected = session();
        if (!connected) return invalid_stream;
        usize const size = min<usize>(min(connected->room(), bytes_at_once), bytes.size());
        Message message(pool_);
        bool const is_made = size > 0 && queue(*connected, bytes.first(size), message);
        auto const pushed = is_made ? connected->push(message)
                                    : Result<void, NetworkError>(NetworkError{NetworkError::full});
        if (pushed.is_ok()) return size;
        bool const is_closed = connected->state() == StreamSession::State::closed;
        if (is_closed || pushed.error().code != NetworkError::full)
            return SocketError{SocketError::closed};
        if (is_attended()) return would_block;
        if (!threads_.wait(condition(), ticket)) return gone;
    }
}

/// Makes a message of what is to be sent, in pieces that will be segments if it leaves the host and
/// has checksums, unless segments are so short that there would be too many; FALSE without memory.
bool StreamSocket::queue(StreamSession& session, Span<u8 const> bytes, Message& message) {
    u32 const segment_bytes = session.mtu();
    bool const is_summed = segment_bytes >= summed_bytes_min &&
                           !is_loopback_address(static_cast<u32>(session.participants().remote));
    auto const queued = is_summed
                            ? append_summed(message, bytes, session.segment_room(), segment_bytes)
                            : message.append(bytes);
    return queued.is_ok();
}

usize StreamSocket::take(StreamSession& connected, Span<u8> bytes) {
    Message message(pool_);
    connected.receive(static_cast<u32>(min<usize>(bytes.size(), bytes_at_once)), message);
    return message.copy_to(0, bytes);
}

/// Waits until some bytes of the connection have come, or there will be none.
Result<usize, SocketError> StreamSocket::receive_or_look(Span<u8> bytes, bool only_looks) {
    for (;;) {
        u64 const ticket = threads_.ticket();
        StreamSession* const connected = session();
        if (!connected) return invalid_stream;
        auto const now = connected->state();
        usize const count = only_looks ? connected->look(bytes) : take(*connected, bytes);
        if (count != 0) return count;
        bool const is_over =
            now == StreamSession::State::ended || now == StreamSession::State::closed;
        if (is_over && connected->available() == 0) return SocketError{SocketError::closed};
        if (is_attended()) return would_block;
        if (!threads_.wait(condition(), ticket)) return gone;
    }
}

Result<usize, SocketError> StreamSocket::receive(Span<u8> bytes) {
    return receive_or_look(bytes, false);
}

Result<usize, SocketError> StreamSocket::look(Span<u8> bytes) {
    return receive_or_look(bytes, true);
}

/// Users need not wait for the three minutes that TCP goes on to try (RFC 5461, section 4.1).
void StreamSocket::failed(Participants const&, Report const& report, Span<u8 const>) {
    StreamSession* const connecting = session();
    bool const is_meant = connecting && report.problem == Problem::unreachable &&
                          connecting->state() == StreamSession::State::connecting;
    if (!is_meant) return;
    state_.lock()->is_unreachable = true;
    connecting->finish();
}

void StreamSocket::changed(StreamSession&) {
    notify();
}

void StreamSocket::notify() {
    threads_.notify_all(condition());
    if (u64 const watching = state_.lock()->watching) threads_.notify(watching);
    if (u64 const attending = state_.lock()->attending) threads_.notify_all(attending);
}

void StreamSocket::attend(u64 condition) {
    state_.lock()->attending = condition;
}

u32 StreamSocket::state() {
    StreamSession* const connected = session();
    u32 const readable = is_readable() ? SocketStates::readable : 0;
    if (!connected) return readable;
    switch (connected->state()) {
    case StreamSession::State::connecting:
        return SocketStates::connecting;
    case StreamSession::State::closed:
        return readable | SocketStates::writable | SocketStates::connected | SocketStates::closed;
    case StreamSession::State::connected:
    case StreamSession::State::ended:
        break;
    }
    bool const has_ended = connected->state() == StreamSession::State::ended;
    return readable | SocketStates::connected | (has_ended ? SocketStates::ended : 0) |
           (connected->room() > 0 ? SocketStates::writable : 0);
}

Result<void, SocketError> StreamSocket::check() {
    StreamSession* const connected = session();
    if (!connected) return {};
    if (state_.lock()->is_unreachable) return SocketError{SocketError::unreachable};
    auto const outcome = connected->check();
    if (outcome.is_error()) return socket_error_of(outcome.error());
    return {};
}

Endpoint StreamSocket::local() {
    StreamSession* const connected = session();
    Participants const ends = connected ? connected->participants() : state_.lock()->local;
    return {static_cast<u32>(ends.local), ends.local_port};
}

Endpoint StreamSocket::remote() {
    StreamSession* const connected = session();
    if (!connected) return {};
    Participants const ends = connected->participants();
    return {static_cast<u32>(ends.remote), ends.remote_port};
}

usize StreamSocket::available() {
    StreamSession* const connected = session();
    return connected ? connected->available() : 0;
}

Result<void, SocketError> StreamSocket::finish() {
    StreamSession* const connected = session();
    if (!connected) return invalid_stream;
    connected->finish();
    return {};
}

} // namespace flat::net::sockets
