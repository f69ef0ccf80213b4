// SPDX-License-Identifier: BSD-2-Clause
// Asks a server of the dynamic host configuration protocol for this host's address.
#include <net/dhcp/client.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <net/internet_address.hpp>

namespace flat::net::dhcp {

namespace {

constexpr u16 client_port = 68;
constexpr u16 server_port = 67;
constexpr u32 patience_max = 4;
constexpr u32 requests_max = 3;
constexpr u32 probes = 2;
constexpr u32 strangers_max = 64; // datagrams that an exchange takes which do not answer it
constexpr u64 ns_per_ms = 1'000'000;
constexpr u64 ns_per_s = 1'000'000'000;
constexpr u64 prolonging_min_ns = 60 * ns_per_s; // between requests (RFC 2131, section 4.4.5)
constexpr u32 anybody = 0;

bool is_answer(Kind kind) {
    return kind == Kind::offer || kind == Kind::acknowledged || kind == Kind::refused;
}

bool is_same_place(Reply const& a, Reply const& b) {
    return a.address == b.address && a.prefix_bits == b.prefix_bits && a.gateway == b.gateway;
}

} // namespace

Client::Client(Ports const& ports, Attributes const& attributes)
    : ClientComponent(ports, attributes) {
    auto const made = threads->create({});
    if (made.is_error()) panic("there is no thread for the DHCP client");
    narrow_to<thread::Thread>(*made.value())->start(*this);
}

HostConfiguration::Configuration Client::current() {
    for (;;) {
        u64 const ticket = threads->ticket();
        Lease const lease = *lease_.lock();
        Reply const& terms = lease.terms;
        u64 const passed_s = since_ns(lease) / ns_per_s;
        if (terms.address != 0 && passed_s < terms.lifetime_s)
            return {terms.address, terms.prefix_bits, terms.gateway, terms.name_server,
                    terms.lifetime_s == forever_s ? ~u64(0) : terms.lifetime_s - passed_s};
        threads->wait(address_of(this), ticket);
    }
}

void Client::run() {
    for (u32 patience = 0;;) {
        if (acquire(patience)) {
            hold();
            patience = 0;
        } else if (patience < patience_max)
            ++patience;
    }
}

bool Client::acquire(u32 patience) {
    if (patience == 0) asking_since_ns_ = alarms->now_ns();
    u64 const timeout_ns = timeout_ms * ns_per_ms << patience;
    Reply const offer = discover(timeout_ns);
    if (offer.kind != Kind::offer) return false;
    u64 const begin_ns = alarms->now_ns();
    Reply const terms = select(offer, timeout_ns);
    if (terms.kind != Kind::acknowledged) return false;
    if (is_free(terms.address) && adopt(terms, begin_ns)) return true;
    decline(terms);
    return false;
}

Reply Client::discover(u64 timeout_ns) {
    return ask(request(Kind::discover), limited_broadcast, timeout_ns, anybody);
}

/// Tells all servers whose offer is taken.
Reply Client::select(Reply const& offer, u64 timeout_ns) {
    Request taken = request(Kind::request);
    taken.wanted = offer.address;
    taken.server = offer.server;
    Reply reply{Kind::foreign};
    for (u32 i = 0; i < requests_max && !is_answer(reply.kind); ++i)
        reply = ask(taken, limited_broadcast, timeout_ns, offer.server);
    return reply;
}

bool Client::is_free(u32 address) {
    for (u32 i = 0; i < probes; ++i) {
        if (attachment->probe(address).is_error()) return false;
        pause(probe_ms * ns_per_ms);
        if (attachment->is_taken()) return false;
    }
    return true;
}

/// Nothing answers to it, and nothing is asked for a while: another host, or another network of
/// ours, has what servers offer (RFC 2131, section 3.1, 5).
void Client::decline(Reply const& offer) {
    count(&Statistics::declined);
    say(*log, "the address {x} that {x} offers is somebody else's", offer.address, offer.server);
    Request declined = request(Kind::decline);
    declined.wanted = offer.address;
    declined.server = offer.server;
    (void)ask(declined, limited_broadcast, 1, offer.server);
    pause(declined_ms * ns_per_ms);
}

/// From now on the host lives by these terms. FALSE if it cannot.
bool Client::adopt(Reply const& terms, u64 begin_ns) {
    Reply const before = lease_.lock()->terms;
    if (!is_same_place(before, terms)) {
        bool const is_reachable =
            terms.gateway != 0 && is_neighbour(terms.gateway, terms.address, terms.prefix_bits);
        u32 const gateway = is_reachable ? terms.gateway : 0;
        if (ip->readdress(*attachment, terms.address, terms.prefix_bits, gateway).is_error())
            return false;
        say(*log, "this host is {x}, as {x} has it", terms.address, terms.server);
    }
    *lease_.lock() = {terms, begin_ns};
    count(&Statistics::leases);
    threads->notify_all(address_of(this));
    return true;
}

void Client::hold() {
    for (;;) {
        Lease const lease = *lease_.lock();
        u64 const renewal_ns = lease.terms.renewal_s * ns_per_s;
        u64 const passed_ns = since_ns(lease);
        if (passed_ns < renewal_ns) pause(renewal_ns - passed_ns);
        u64 const begin_ns = alarms->now_ns();
        Reply const reply = prolong(lease);
        if (reply.kind == Kind::refused) return give_up("the server takes it back");
        if (reply.kind != Kind::acknowledged) {
            count(&Statistics::expired);
            return give_up("no server has prolonged its time");
        }
        if (!adopt(reply, begin_ns)) return give_up("the server moves it to where it cannot be");
    }
}

/// Asks for more time until a server answers or the time is over.
Reply Client::prolong(Lease const& lease) {
    Reply const& terms = lease.terms;
    Request more = request(Kind::request);
    more.own = terms.address;
    for (;;) {
        u64 const passed_ns = since_ns(lease);
        u64 const end_ns = terms.lifetime_s * ns_per_s;
        if (passed_ns >= end_ns) return {Kind::foreign};
        bool const is_late = passed_ns >= terms.rebinding_s * ns_per_s;
        u64 const left_ns = (is_late ? end_ns : terms.rebinding_s * ns_per_s) - passed_ns;
        u64 const timeout_ns = min(max(left_ns / 2, prolonging_min_ns), left_ns);
        Reply const reply = is_late ? ask(more, limited_broadcast, timeout_ns, anybody)
                                    : ask(more, terms.server, timeout_ns, terms.server);
        bool const is_ours = reply.kind == Kind::refused || reply.address == terms.address;
        if (is_answer(reply.kind) && reply.kind != Kind::offer && is_ours) return reply;
    }
}

void Client::give_up(Text why) {
    u32 const address = lease_.lock()->terms.address;
    say(*log, "this host is {x} no more: {}", address, why);
    *lease_.lock() = {};
    if (ip->readdress(*attachment, 0, 32, 0).is_error()) panic("an address cannot be given up");
}

/// Sends a request and waits for what answers it; what it returns is no answer if none came.
Reply Client::ask(Request request, u32 destination, u64 timeout_ns, u32 server) {
    auto const socket = open();
    if (socket.is_error()) {
        pause(timeout_ns);
        return {Kind::foreign};
    }
    u8 message[request_bytes];
    u64 const asking_ns = alarms->now_ns() - asking_since_ns_;
    request.seconds = static_cast<u16>(min(asking_ns / ns_per_s, u64{0xffff}));
    request.write(message);
    count(&Statistics::sent);
    // What cannot be sent now is as good as lost: it is asked again after the same time.
    static_cast<void>(sockets->send_to(socket.value(), message, {destination, server_port}));
    Reply const reply = await(socket.value(), request, timeout_ns, server);
    sockets->close(socket.value());
    return reply;
}

Reply Client::await(u32 socket, Request const& request, u64 timeout_ns, u32 server) {
    u64 left_ns = timeout_ns;
    for (u32 i = 0; i < strangers_max; ++i) {
        left_ns = sockets->wait_readable(socket, left_ns).value_or(0);
        if (left_ns == 0) break;
        Reply const reply = receive(socket, request);
        bool const is_expected = (request.kind == Kind::discover) == (reply.kind == Kind::offer);
        if (reply.kind == Kind::malformed)
            count(&Statistics::malformed);
        else if (!is_answer(reply.kind) || !is_expected ||
                 (server != anybody && reply.server != server))
            count(&Statistics::foreign);
        else {
            count(&Statistics::answers);
            return reply;
        }
    }
    return {Kind::foreign};
}

/// What has come to a socket, which is readable. One byte more than a message has is received, so
/// that it is seen if there was more.
Reply Client::receive(u32 socket, Request const& request) {
    u8 message[message_bytes_max + 1];
    auto const received = sockets->receive_from(socket, message);
    if (received.is_error() || received.value().sender.port != server_port) return {Kind::foreign};
    return read_reply(Span<u8 const>(message).first(received.value().bytes), request.number,
                      request.hardware);
}

void Client::pause(u64 ns) {
    u64 const end_ns = alarms->now_ns() + ns;
    alarms->set(*this, ns);
    for (;;) {
        u64 const ticket = threads->ticket();
        if (alarms->now_ns() >= end_ns) return;
        threads->wait(address_of(this), ticket);
    }
}

void Client::expired() {
    threads->notify_all(address_of(this));
}

Result<u32, SocketError> Client::open() {
    u32 const socket = TRY(sockets->open(Sockets::Kind::datagram));
    auto const bound = sockets->bind(socket, {0, client_port});
    if (bound.is_ok()) return socket;
    sockets->close(socket);
    return bound.error();
}

/// A new one, with a number that was drawn.
Request Client::request(Kind kind) {
    return {.kind = kind, .number = static_cast<u32>(numbers_.draw()), .hardware = link->address()};
}

} // namespace flat::net::dhcp
