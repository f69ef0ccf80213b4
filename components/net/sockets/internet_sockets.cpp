// SPDX-License-Identifier: BSD-2-Clause
// Sockets over protocols of ours.
#include <net/sockets/internet_sockets.hpp>

#include <core/panic.hpp>
#include <core/timed_wait.hpp>

#include <new>

namespace flat::net::sockets {

namespace {

constexpr SocketError invalid{SocketError::invalid};

} // namespace

InternetSockets::InternetSockets(Ports const& ports, Attributes const& attributes)
    : InternetSocketsComponent(ports, attributes) {
    make_datagrams();
    make_streams();
}

void InternetSockets::make_datagrams() {
    using Waiting = DatagramSocket::Datagram;
    u32 const places = datagram_sockets * waiting;
    auto const sockets =
        allocator->allocate(datagram_sockets * sizeof(DatagramSocket), alignof(DatagramSocket));
    auto const queues = allocator->allocate(places * sizeof(Waiting), alignof(Waiting));
    if (sockets.is_error() || queues.is_error())
        panic("there is no memory for {} sockets", datagram_sockets);
    datagrams_ = pointer_to<DatagramSocket>(sockets.value());
    queues_ = pointer_to<Waiting>(queues.value());
    for (u32 i = 0; i < places; ++i)
        new (queues_ + i) Waiting{Message(buffers->pool()), {}};
    for (u32 i = 0; i < datagram_sockets; ++i)
        new (datagrams_ + i) DatagramSocket(*threads, buffers->pool(), queues_ + usize{i} * waiting,
                                            waiting, dropped_);
}

void InternetSockets::make_streams() {
    auto const sockets =
        allocator->allocate(stream_sockets * sizeof(StreamSocket), alignof(StreamSocket));
    if (sockets.is_error()) panic("there is no memory for {} sockets", stream_sockets);
    streams_ = pointer_to<StreamSocket>(sockets.value());
    Span<StreamSocket> const all(streams_, stream_sockets);
    for (u32 i = 0; i < stream_sockets; ++i)
        new (streams_ + i) StreamSocket(*tcp, *threads, buffers->pool(), all);
}

InternetSockets::~InternetSockets() {
    for (u32 i = 0; i < stream_sockets; ++i)
        streams_[i].StreamSocket::~StreamSocket();
    for (u32 i = 0; i < datagram_sockets; ++i)
        datagrams_[i].DatagramSocket::~DatagramSocket();
    for (u32 i = 0; i < datagram_sockets * waiting; ++i)
        queues_[i].DatagramSocket::Datagram::~Datagram();
    allocator->free(address_of(streams_));
    allocator->free(address_of(queues_));
    allocator->free(address_of(datagrams_));
}

/// An open socket for datagrams; null if there is none of this number.
DatagramSocket* InternetSockets::datagram(u32 socket) {
    if (socket >= datagram_sockets || !datagrams_[socket].is_open()) return nullptr;
    return &datagrams_[socket];
}

/// The same for streams.
StreamSocket* InternetSockets::stream(u32 socket) {
    if (socket < datagram_sockets || socket >= sockets_max()) return nullptr;
    StreamSocket& found = streams_[socket - datagram_sockets];
    return found.is_open() ? &found : nullptr;
}

bool InternetSockets::is_open(u32 socket) {
    return datagram(socket) || stream(socket);
}

bool InternetSockets::is_readable(u32 socket) {
    if (DatagramSocket* const found = datagram(socket)) return found->has_datagram();
    StreamSocket* const found = stream(socket);
    return found && found->is_readable();
}

bool InternetSockets::is_watched(u32 socket) {
    if (DatagramSocket* const found = datagram(socket)) return found->is_watched();
    StreamSocket* const found = stream(socket);
    return found && found->is_watched();
}

u64 InternetSockets::condition_of(u32 socket) {
    return socket < datagram_sockets ? datagrams_[socket].condition()
                                     : streams_[socket - datagram_sockets].condition();
}

Result<u32, SocketError> InternetSockets::open(Kind kind) {
    Protocol* const protocol = protocol_of(kind);
    if (kind != Kind::stream && !protocol) return invalid;
    Maybe<u32> const found = protocol ? open_datagram(*protocol, kind == Kind::raw) : open_stream();
    ++(found ? opened_ : exhausted_);
    if (!found) return SocketError{SocketError::exhausted};
    return *found;
}

/// What carries the datagrams of a kind; null if they are none, or nothing does.
Protocol* InternetSockets::protocol_of(Kind kind) {
    switch (kind) {
    case Kind::datagram:
        return &*udp;
    case Kind::echo:
        return echo ? &*echo : nullptr;
    case Kind::raw:
        return raw ? &*raw : nullptr;
    case Kind::stream:
        break;
    }
    return nullptr;
}

Maybe<u32> InternetSockets::open_datagram(Protocol& protocol, bool binds_again) {
    for (u32 i = 0; i < datagram_sockets; ++i)
        if (datagrams_[i].open(protocol, binds_again)) return i;
    return nothing;
}

Maybe<u32> InternetSockets::open_stream() {
    for (u32 i = 0; i < stream_sockets; ++i)
        if (streams_[i].open()) return datagram_sockets + i;
    return nothing;
}

void InternetSockets::close(u32 socket) {
    if (socket < sockets_max()) watched_.remove(socket);
    if (StreamSocket* const found = stream(socket)) return found->close();
    DatagramSocket* const found = datagram(socket);
    if (!found) return;
    found->close();
    threads->notify_all(found->condition());
}

Result<Endpoint, SocketError> InternetSockets::bind(u32 socket, Endpoint const& local) {
    if (StreamSocket* const found = stream(socket)) return found->bind(local);
    DatagramSocket* const found = datagram(socket);
    return found ? found->bind(local) : invalid;
}

Result<void, SocketError> InternetSockets::listen(u32 socket) {
    StreamSocket* const found = stream(socket);
    return found ? found->listen() : invalid;
}

Result<u32, SocketError> InternetSockets::accept(u32 socket) {
    StreamSocket* const found = stream(socket);
    if (!found) return invalid;
    StreamSocket* const accepted = TRY(found->accept());
    return datagram_sockets + static_cast<u32>(accepted - streams_);
}

Result<void, SocketError> InternetSockets::connect(u32 socket, Endpoint const& remote) {
    StreamSocket* const found = stream(socket);
    return found ? found->connect(remote) : invalid;
}

Result<void, SocketError> InternetSockets::send_to(u32 socket, Span<u8 const> bytes,
                                                   Endpoint const& destination) {
    DatagramSocket* const found = datagram(socket);
    return found ? found->send_to(bytes, destination) : invalid;
}

Result<Sockets::Received, SocketError> InternetSockets::receive_from(u32 socket, Span<u8> bytes) {
    DatagramSocket* const found = datagram(socket);
    return found ? found->receive_from(bytes) : invalid;
}

Result<usize, SocketError> InternetSockets::send(u32 socket, Span<u8 const> bytes) {
    StreamSocket* const found = stream(socket);
    return found ? found->send(bytes) : invalid;
}

Result<usize, SocketError> InternetSockets::receive(u32 socket, Span<u8> bytes) {
    StreamSocket* const found = stream(socket);
    return found ? found->receive(bytes) : invalid;
}

Result<u64, SocketError> InternetSockets::wait_readable(u32 socket, u64 timeout_ns) {
    if (!is_open(socket)) return invalid;
    u64 const condition = condition_of(socket);
    TimedWait const waits(*alarms, *threads, condition, timeout_ns);
    for (;;) {
        u64 const ticket = threads->ticket();
        u64 const left_ns = waits.left_ns();
        if (is_readable(socket)) return max(left_ns, 1);
        if (left_ns == 0) return u64{0};
        if (!threads->wait(condition, ticket)) return SocketError{SocketError::failed};
    }
}

Result<void, SocketError> InternetSockets::watch(u32 socket) {
    if (DatagramSocket* const found = datagram(socket))
        found->watch(watched_condition());
    else if (StreamSocket* const stream_found = stream(socket))
        stream_found->watch(watched_condition());
    else
        return invalid;
    watched_.add(socket);
    return {};
}

/// The first watched socket of these numbers that has something.
Maybe<u32> InternetSockets::readable_between(u32 first, u32 end) {
    for (u32 from = first;;) {
        Maybe<u32> const each = watched_.next(from);
        if (!each || *each >= end) return nothing;
        if (is_watched(*each) && is_readable(*each)) return each;
        from = *each + 1;
    }
}

Result<u32, SocketError> InternetSockets::wait_watched() {
    for (;;) {
        u64 const ticket = threads->ticket();
        Maybe<u32> found = readable_between(next_watched_, sockets_max());
        if (!found) found = readable_between(0, next_watched_);
        if (found) {
            next_watched_ = *found + 1;
            return *found;
        }
        if (!threads->wait(watched_condition(), ticket)) return SocketError{SocketError::failed};
    }
}

Result<void, SocketError> InternetSockets::attend(u32 socket, u64 condition) {
    if (DatagramSocket* const found = datagram(socket))
        found->attend(condition);
    else if (StreamSocket* const stream_found = stream(socket))
        stream_found->attend(condition);
    else
        return invalid;
    return {};
}

u32 InternetSockets::state(u32 socket) {
    if (DatagramSocket* const found = datagram(socket))
        return writable | (found->has_datagram() ? readable : 0) |
               (found->has_failed() ? SocketStates::failed : 0);
    StreamSocket* const found = stream(socket);
    return found ? found->state() : 0;
}

Result<void, SocketError> InternetSockets::check(u32 socket) {
    StreamSocket* const found = stream(socket);
    return found ? found->check() : Result<void, SocketError>();
}

Endpoint InternetSockets::local(u32 socket) {
    if (DatagramSocket* const found = datagram(socket)) return found->local();
    StreamSocket* const found = stream(socket);
    return found ? found->local() : Endpoint{};
}

Endpoint InternetSockets::remote(u32 socket) {
    StreamSocket* const found = stream(socket);
    return found ? found->remote() : Endpoint{};
}

usize InternetSockets::available(u32 socket) {
    if (DatagramSocket* const found = datagram(socket)) return found->first_bytes();
    StreamSocket* const found = stream(socket);
    return found ? found->available() : 0;
}

Result<usize, SocketError> InternetSockets::look(u32 socket, Span<u8> bytes) {
    StreamSocket* const found = stream(socket);
    return found ? found->look(bytes) : invalid;
}

Result<SocketStates::Datagram, SocketError>
InternetSockets::take(u32 socket, Span<u8> bytes, Endpoint const& sender, bool only_looks) {
    DatagramSocket* const found = datagram(socket);
    return found ? found->take(bytes, sender, only_looks) : invalid;
}

SocketStates::Failure InternetSockets::take_failure(u32 socket) {
    DatagramSocket* const found = datagram(socket);
    return found ? found->take_failure() : Failure{};
}

Result<void, SocketError> InternetSockets::set_options(u32 socket, Span<u8 const> options) {
    if (StreamSocket* const found = stream(socket)) return found->set_options(options);
    DatagramSocket* const found = datagram(socket);
    return found ? found->set_options(options) : invalid;
}

Result<void, SocketError> InternetSockets::set_service(u32 socket, u8 type_of_service,
                                                       u8 lifetime) {
    if (StreamSocket* const found = stream(socket))
        found->set_service({type_of_service, lifetime});
    else if (DatagramSocket* const datagram_found = datagram(socket))
        datagram_found->set_service({type_of_service, lifetime});
    else
        return invalid;
    return {};
}

Result<void, SocketError> InternetSockets::keep_options(u32 socket) {
    DatagramSocket* const found = datagram(socket);
    if (!found) return invalid;
    found->keep_options();
    return {};
}

usize InternetSockets::options(u32 socket, Span<u8> options) {
    DatagramSocket* const found = datagram(socket);
    return found ? found->options(options) : 0;
}

Result<void, SocketError> InternetSockets::finish(u32 socket) {
    StreamSocket* const found = stream(socket);
    return found ? found->finish() : invalid;
}

} // namespace flat::net::sockets
