// SPDX-License-Identifier: BSD-2-Clause
// A socket of the Internet protocols as an open file.
#include <unix/sockets/internet_socket.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/bytes/little_endian.hpp>
#include <core/memory.hpp>
#include <machine/interrupts.hpp>
#include <unix/program_thread.hpp>
#include <unix/readiness.hpp>
#include <unix/sockets/internet_options.hpp>
#include <unix/sockets/raw_packet.hpp>
#include <unix/sockets/transfer.hpp>

#include <new>

namespace flat::unix::sockets {

using net::Endpoint;
using net::SocketError;
using States = net::SocketStates;

namespace {

// struct sockaddr_in.
constexpr u32 address_bytes = 16;
constexpr u32 port_place = 2;
constexpr u32 host_place = 4;

/// struct in_pktinfo. Who asks for interfaces gets the loopback's number, or that of all others.
struct PacketInformation {
    u32 interface;
    u8 local[4];
    u8 destination[4];
};
constexpr u32 loopback_interface = 1, other_interface = 2;
static_assert(sizeof(PacketInformation) == 12);

Errno errno_of(SocketError error) {
    switch (error.code) {
    case SocketError::exhausted:
        return Errno::enobufs;
    case SocketError::in_use:
        return Errno::eaddrinuse;
    case SocketError::refused:
        return Errno::econnrefused;
    case SocketError::closed:
        return Errno::econnreset;
    case SocketError::too_long:
        return Errno::emsgsize;
    case SocketError::unreachable:
        return Errno::ehostunreach;
    case SocketError::timed_out:
        return Errno::etimedout;
    case SocketError::would_block:
        return Errno::eagain;
    default:
        return Errno::einval;
    }
}

/// The endpoint that an address names.
Result<Endpoint, Errno> endpoint_of(Span<u8 const> address) {
    if (address.size() < address_bytes) return Errno::einval;
    if (load_little_endian_u16(address.data()) != InternetSocket::family)
        return Errno::eafnosupport;
    return Endpoint{load_big_endian(&address[host_place]),
                    load_big_endian_u16(&address[port_place])};
}

i64 outcome_of(Result<void, SocketError> const& outcome) {
    return outcome.is_ok() ? 0 : failed(errno_of(outcome.error()));
}

} // namespace

u32 InternetSocket::put_address(Span<u8> place, Endpoint const& endpoint) {
    u8 address[address_bytes] = {static_cast<u8>(family)};
    store_big_endian_u16(address + port_place, endpoint.port);
    store_big_endian(address + host_place, endpoint.address);
    memcpy(place.data(), address, min<u64>(place.size(), sizeof address));
    return address_bytes;
}

InternetSocket* InternetSocket::make(Means const& means, u32 kind, net::Sockets::Kind transport,
                                     u32 socket) {
    auto const place = means.records.allocate(sizeof(InternetSocket));
    bool const is_ready = means.states.attend(socket, any_file_changed).is_ok() &&
                          (kind != raw || means.sockets.bind(socket, {}).is_ok());
    if (place.is_error() || !is_ready) {
        if (place.is_ok()) means.records.free(place.value(), sizeof(InternetSocket));
        means.sockets.close(socket);
        return nullptr;
    }
    auto* const made =
        new (pointer_to<void>(place.value())) InternetSocket(means, kind, transport, socket);
    machine::InterruptGuard const guard;
    means.all.begin(*made);
    return made;
}

InternetSocket::Facts InternetSocket::facts() const {
    return {identity_of(Sort::socket, *this).number, socket_, transport_, is_listening_, remote_};
}

void InternetSocket::release() {
    Means const means = means_;
    {
        machine::InterruptGuard const guard;
        means.all.end(*this);
    }
    means.sockets.close(socket_);
    this->InternetSocket::~InternetSocket();
    means.records.free(address_of(this), sizeof(InternetSocket));
}

void* InternetSocket::narrow(InterfaceId id) {
    if (id == SocketFile::interface_id) return static_cast<SocketFile*>(this);
    return id == OpenFile::interface_id ? static_cast<OpenFile*>(this) : nullptr;
}

/// Tries until the outcome is another one than EAGAIN, or a signal has come.
template<class Attempt>
i64 InternetSocket::wait_until(Task& task, bool may_wait, Attempt attempt) {
    for (;;) {
        u64 const ticket = means_.threads.ticket();
        i64 const outcome = attempt();
        if (outcome != failed(Errno::eagain) || !may_wait) return outcome;
        if (!ProgramThread::of(task).wait(means_.threads, any_file_changed, ticket))
            return call_interrupted;
    }
}

i64 InternetSocket::read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    AddressBuffer address;
    UserPieces const place(means_.user_mode, buffer, bytes);
    return receive_pieces(means_.frames, task, *this, place, address, {.may_wait = may_wait}).bytes;
}

i64 InternetSocket::write(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    UserPieces const place(means_.user_mode, buffer, bytes);
    i64 const sent = send_pieces(means_.frames, task, *this, place, {}, may_wait);
    if (sent == failed(Errno::epipe)) ProgramThread::of(task).raise(sigpipe);
    return sent;
}

u32 InternetSocket::poll() {
    u32 const state = means_.states.state(socket_);
    bool const is_over = (state & States::closed) != 0;
    u32 can = (state & States::readable) != 0 || !receives_ ? OpenFile::readable : 0;
    if ((state & States::writable) != 0) can |= OpenFile::writable;
    if (is_over || (!sends_ && (state & States::ended) != 0)) can |= OpenFile::hung_up;
    if (is_over && !has_told_outcome_ && means_.states.check(socket_).is_error())
        can |= OpenFile::broken;
    if (kind_ == stream) return can;
    hear_failures();
    if (failure_ != 0) can |= OpenFile::readable | OpenFile::broken;
    if (!errors_.is_empty()) can |= OpenFile::broken;
    return can;
}

/// FIONREAD tells how much can be read: of datagrams, of the first one.
i64 InternetSocket::control(Task&, u32 request, vaddr argument) {
    constexpr u32 bytes_to_read = 0x541b;
    if (request != bytes_to_read) return failed(Errno::enotty);
    u32 size = static_cast<u32>(means_.states.available(socket_));
    if (kind_ == raw && size != 0) size += RawPacket::header_bytes;
    return put(means_.user_mode, argument, size) ? 0 : failed(Errno::efault);
}

i64 InternetSocket::bind(Task&, Span<u8 const> address) {
    auto const local = endpoint_of(address);
    if (local.is_error()) return failed(local.error());
    auto const bound = means_.sockets.bind(socket_, local.value());
    if (bound.is_ok()) return 0;
    bool const is_of_another = bound.error().code == SocketError::unreachable;
    return failed(is_of_another ? Errno::eaddrnotavail : errno_of(bound.error()));
}

i64 InternetSocket::connect(Task& task, Span<u8 const> address, bool may_wait) {
    constexpr u16 unspecified = 0;
    bool const dissolves = kind_ != stream && address.size() >= sizeof(u16) &&
                           load_little_endian_u16(address.data()) == unspecified;
    if (dissolves) return connect_datagrams({});
    auto const remote = endpoint_of(address);
    if (remote.is_error()) return failed(remote.error());
    if (kind_ != stream) return connect_datagrams(remote.value());
    u32 const state = means_.states.state(socket_);
    auto const attempt = [this] { return connection_outcome(); };
    if ((state & States::connecting) != 0) { // a signal has interrupted it, or it was not to wait
        i64 const outcome = wait_until(task, may_wait, attempt);
        return outcome == failed(Errno::eagain) ? failed(Errno::ealready) : outcome;
    }
    if ((state & States::connected) != 0) {
        bool const has_failed = !has_told_outcome_ && means_.states.check(socket_).is_error();
        return has_failed ? connection_outcome() : failed(Errno::eisconn);
    }
    has_told_outcome_ = false;
    auto const begun = means_.sockets.connect(socket_, remote.value());
    bool const is_under_way = begun.is_error() && begun.error().code == SocketError::would_block;
    if (!is_under_way) return outcome_of(begun);
    i64 const outcome = wait_until(task, may_wait, attempt);
    return outcome == failed(Errno::eagain) ? failed(Errno::einprogress) : outcome;
}

/// How a connection that was begun has come about: 0, EAGAIN as long as nobody knows.
i64 InternetSocket::connection_outcome() {
    if ((means_.states.state(socket_) & States::connecting) != 0) return failed(Errno::eagain);
    i64 const outcome = outcome_of(means_.states.check(socket_));
    has_told_outcome_ = outcome != 0;
    return outcome;
}

/// The other end of datagrams is known here alone.
i64 InternetSocket::connect_datagrams(Endpoint const& remote) {
    bool const needs_port = has_ports() ? remote.port != 0 : remote.address != 0;
    if (needs_port && means_.states.local(socket_).port == 0) {
        auto const bound = means_.sockets.bind(socket_, {});
        if (bound.is_error()) return failed(errno_of(bound.error()));
    }
    (void)take_failure(); // by the other end of before
    remote_ = {remote.address, has_ports() ? remote.port : u16{0}};
    return 0;
}

i64 InternetSocket::listen() {
    if (kind_ != stream) return failed(Errno::eopnotsupp);
    auto const outcome = means_.sockets.listen(socket_);
    is_listening_ = is_listening_ || outcome.is_ok();
    return outcome_of(outcome);
}

i64 InternetSocket::await_connection(Task& task, bool may_wait) {
    if (kind_ != stream) return failed(Errno::eopnotsupp);
    if (!is_listening_) return failed(Errno::einval);
    return wait_until(task, may_wait, [this] {
        bool const is_there = (means_.states.state(socket_) & States::readable) != 0;
        return is_there ? 0 : failed(Errno::eagain);
    });
}

SocketFile* InternetSocket::take_connection() {
    auto const taken = means_.sockets.accept(socket_);
    return taken.is_ok() ? make(means_, stream, transport_, taken.value()) : nullptr;
}

i64 InternetSocket::send(Task& task, Span<u8 const> bytes, Span<u8 const> address, bool may_wait) {
    if (!sends_) return failed(Errno::epipe);
    if (kind_ != stream) return send_datagram(bytes, address);
    if ((means_.states.state(socket_) & (States::connected | States::connecting)) == 0)
        return failed(Errno::enotconn);
    return wait_until(task, may_wait, [&] {
        auto const sent = means_.sockets.send(socket_, bytes);
        if (sent.is_ok()) return static_cast<i64>(sent.value());
        bool const is_over = sent.error().code == SocketError::closed;
        return failed(is_over ? Errno::epipe : errno_of(sent.error()));
    });
}

i64 InternetSocket::send_datagram(Span<u8 const> bytes, Span<u8 const> address) {
    if (i64 const why = take_failure(); why != 0) return why;
    auto const named = address.is_empty() ? Result<Endpoint, Errno>(remote_) : endpoint_of(address);
    if (named.is_error()) return failed(named.error());
    Endpoint to = named.value();
    if (address.is_empty() && !has_remote()) return failed(Errno::edestaddrreq);
    if (!has_ports()) to.port = 0;
    if (has_ports() && to.port == 0) return failed(Errno::einval);
    auto const sent = means_.sockets.send_to(socket_, bytes, to);
    return sent.is_ok() ? static_cast<i64>(bytes.size()) : failed(errno_of(sent.error()));
}

SocketFile::Received InternetSocket::receive(Task& task, Span<u8> bytes, Span<u8> address,
                                             bool may_wait, bool only_looks) {
    if (kind_ != stream) return receive_datagram(task, bytes, address, may_wait, only_looks);
    u32 const state = means_.states.state(socket_);
    if ((state & (States::connected | States::connecting)) == 0)
        return {failed(Errno::enotconn), 0, 0};
    if (!receives_) return {0, 0, 0};
    i64 const count = wait_until(task, may_wait, [&] {
        auto const received = only_looks ? means_.states.look(socket_, bytes)
                                         : means_.sockets.receive(socket_, bytes);
        if (received.is_ok()) return static_cast<i64>(received.value());
        if (received.error().code != SocketError::closed) return failed(errno_of(received.error()));
        return outcome_of(means_.states.check(socket_)); // 0 if it has ended well
    });
    return {count, 0, 0};
}

/// Adds what the program has asked for of a datagram, in the order of Linux.
void InternetSocket::tell(Task& task, net::SocketStates::Datagram const& datagram) const {
    ControlRecords* const records = ProgramThread::of(task).control_records;
    if (!records) return;
    if (tells_destination_) {
        constexpr u32 loopback = 127; // the first byte of its addresses
        bool const is_loopback = datagram.local >> 24 == loopback;
        PacketInformation information{is_loopback ? loopback_interface : other_interface, {}, {}};
        store_big_endian(information.local, datagram.local);
        store_big_endian(information.destination, datagram.local);
        records->add(of_internet, tells_destination_option,
                     bytes_of(Span<PacketInformation const>(&information, 1)));
    }
    if (tells_lifetime_) {
        u32 const lifetime = datagram.lifetime;
        records->add(of_internet, lifetime_option, bytes_of(Span<u32 const>(&lifetime, 1)));
    }
}

/// Of a socket that is connected, datagrams of others are dropped.
SocketFile::Received InternetSocket::receive_datagram(Task& task, Span<u8> bytes, Span<u8> address,
                                                      bool may_wait, bool only_looks) {
    if (!receives_) return {0, 0, 0};
    net::SocketStates::Datagram taken{};
    u64 const before = kind_ == raw ? min<u64>(RawPacket::header_bytes, bytes.size()) : 0;
    i64 const count = wait_until(task, may_wait, [&] {
        if (i64 const why = take_failure(); why != 0) return why;
        auto const received = means_.states.take(socket_, bytes.after(before), remote_, only_looks);
        if (received.is_error()) return failed(errno_of(received.error()));
        taken = received.value();
        return static_cast<i64>(taken.bytes);
    });
    if (count < 0) return {count, 0, 0};
    u64 all = taken.length;
    if (kind_ == raw) {
        all += RawPacket::header_bytes;
        RawPacket::put_header(bytes.first(before), taken.sender.address, taken.local,
                              taken.lifetime, static_cast<u16>(all));
    }
    tell(task, taken);
    u64 const given = before + static_cast<u64>(count);
    return {static_cast<i64>(given), put_address(address, taken.sender), all - given};
}

i64 InternetSocket::shutdown(u32 how) {
    enum How : u32 { receiving, sending, both };
    if (how > both) return failed(Errno::einval);
    bool const is_connected =
        kind_ != stream ? has_remote() : (means_.states.state(socket_) & States::connected) != 0;
    if (!is_connected) return failed(Errno::enotconn);
    if (how != sending) receives_ = false;
    if (how != receiving && exchange(sends_, false) && kind_ == stream)
        return outcome_of(means_.states.finish(socket_));
    notify_changed(means_.threads, any_file_changed);
    return 0;
}

i64 InternetSocket::name(Span<u8> address) {
    Endpoint own = means_.states.local(socket_);
    if (kind_ == raw) own.port = 0;
    return put_address(address, own);
}

i64 InternetSocket::peer(Span<u8> address) {
    Endpoint const other = kind_ != stream ? remote_ : means_.states.remote(socket_);
    if (other.address == 0 && other.port == 0) return failed(Errno::enotconn);
    return put_address(address, other);
}

u32 InternetSocket::take_error() {
    if (kind_ != stream) return static_cast<u32>(-take_failure());
    if (has_told_outcome_) return 0;
    i64 const outcome = outcome_of(means_.states.check(socket_));
    has_told_outcome_ = outcome != 0;
    return static_cast<u32>(-outcome);
}

} // namespace flat::unix::sockets
