// SPDX-License-Identifier: BSD-2-Clause
// Asks a server of the domain name system for the addresses of hosts.
#include <net/dns/resolver.hpp>

#include <core/panic.hpp>

#include <new>

namespace flat::net::dns {

namespace {

constexpr u16 server_port = 53;
constexpr u16 first_port = 49152; // of those that are nobody's (RFC 6335, section 6)
constexpr u32 ports_tried = 8;
constexpr u32 strangers_max = 16; // datagrams that a query takes which do not answer it
constexpr u64 ns_per_ms = 1'000'000;
constexpr u64 ns_per_s = 1'000'000'000;

} // namespace

Resolver::Resolver(Ports const& ports, Attributes const& attributes)
    : ResolverComponent(ports, attributes) {
    if (server == 0 && !configuration)
        panic("a resolver without `server` needs the host's configuration");
    using Entry = AddressCache::Entry;
    auto const place = allocator->allocate(remembered * sizeof(Entry), alignof(Entry));
    if (place.is_error()) panic("there is no memory for {} addresses of hosts", remembered);
    entries_ = pointer_to<Entry>(place.value());
    for (u32 i = 0; i < remembered; ++i)
        new (entries_ + i) Entry;
    *cache_.lock() = AddressCache(Span(entries_, remembered));
}

Resolver::~Resolver() {
    allocator->free(address_of(entries_));
}

Result<u32, HostNameError> Resolver::address(Span<u8 const> text) {
    DomainName name;
    if (!name.parse(Text::from_bytes(text))) {
        count(&Statistics::invalid);
        return HostNameError{HostNameError::invalid};
    }
    Maybe<u32> const known = cache_.lock()->find(name, alarms->now_ns());
    if (!known) return ask(name);
    count(&Statistics::remembered);
    return *known;
}

Result<u32, HostNameError> Resolver::ask(DomainName const& name) {
    HostNameError error{HostNameError::silent};
    for (u32 i = 0; i < tries; ++i) {
        Answer const answer = TRY(ask_once(name, timeout_ms * ns_per_ms << i));
        switch (answer.kind) {
        case Answer::Kind::found:
            remember(name, answer);
            return answer.address;
        case Answer::Kind::absent:
            return HostNameError{HostNameError::absent};
        case Answer::Kind::truncated:
            return HostNameError{HostNameError::truncated};
        case Answer::Kind::refused:
            error = {HostNameError::refused};
            break;
        case Answer::Kind::malformed:
        case Answer::Kind::foreign:
            count(&Statistics::silent);
            break;
        }
    }
    return error;
}

u32 Resolver::server_now() {
    return server != 0 ? server : configuration->current().name_server;
}

Result<Answer, HostNameError> Resolver::ask_once(DomainName const& name, u64 timeout_ns) {
    u32 const socket = TRY(open());
    Answer const answer = exchange(socket, name, timeout_ns);
    sockets->close(socket);
    return answer;
}

/// A socket at a port that was drawn.
Result<u32, HostNameError> Resolver::open() {
    constexpr HostNameError exhausted{HostNameError::exhausted};
    auto const socket = sockets->open(Sockets::Kind::datagram);
    if (socket.is_error()) return exhausted;
    for (u32 i = 0; i < ports_tried; ++i) {
        u16 const port = static_cast<u16>(first_port | numbers_.draw());
        if (sockets->bind(socket.value(), {0, port}).is_ok()) return socket.value();
    }
    sockets->close(socket.value());
    return exhausted;
}

/// Asks, and waits for an answer; what it returns is none if the last that came was none.
Answer Resolver::exchange(u32 socket, DomainName const& name, u64 timeout_ns) {
    constexpr Answer none{Answer::Kind::foreign};
    u16 const id = static_cast<u16>(numbers_.draw());
    u8 query[query_bytes_max];
    usize const bytes = write_query(name, id, query);
    count(&Statistics::queries);
    Endpoint const asked{server_now(), server_port};
    if (sockets->send_to(socket, Span<u8 const>(query, bytes), asked).is_error()) return none;
    u64 left_ns = timeout_ns;
    for (u32 i = 0; i < strangers_max; ++i) {
        left_ns = sockets->wait_readable(socket, left_ns).value_or(0);
        if (left_ns == 0) return none;
        Answer const answer = receive(socket, name, id, asked);
        count(answer.kind);
        if (answer.kind < Answer::Kind::malformed) return answer;
    }
    return none;
}

/// What has come to a socket, which is readable. One byte more than an answer has is received, so
/// that it is seen if there was more.
Answer Resolver::receive(u32 socket, DomainName const& name, u16 id, Endpoint const& asked) {
    u8 message[message_bytes_max + 1];
    auto const received = sockets->receive_from(socket, message);
    if (received.is_error()) return {Answer::Kind::foreign};
    if (!(received.value().sender == asked)) return {Answer::Kind::foreign};
    return read_answer(Span<u8 const>(message).first(received.value().bytes), name, id);
}

void Resolver::remember(DomainName const& name, Answer const& answer) {
    u64 const lifetime_s = min(answer.lifetime_s, lifetime_max_s);
    if (lifetime_s == 0) return;
    cache_.lock()->add(name, answer.address, alarms->now_ns() + lifetime_s * ns_per_s);
}

void Resolver::count(Answer::Kind kind) {
    switch (kind) {
    case Answer::Kind::found:
        return count(&Statistics::found);
    case Answer::Kind::absent:
        return count(&Statistics::absent);
    case Answer::Kind::refused:
        return count(&Statistics::refused);
    case Answer::Kind::truncated:
        return count(&Statistics::truncated);
    case Answer::Kind::malformed:
        return count(&Statistics::malformed);
    case Answer::Kind::foreign:
        return count(&Statistics::foreign);
    }
}

} // namespace flat::net::dns
