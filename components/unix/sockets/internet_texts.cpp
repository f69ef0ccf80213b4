// SPDX-License-Identifier: BSD-2-Clause
// The sockets of the Internet protocols as Linux lists them (proc(5), /proc/net).
#include <unix/sockets/internet_family.hpp>

#include <core/bits.hpp>
#include <core/bytes/big_endian.hpp>
#include <core/bytes/little_endian.hpp>
#include <core/maybe.hpp>
#include <machine/interrupts.hpp>

namespace flat::unix::sockets {

namespace {

using Kind = net::Sockets::Kind;
using States = net::SocketStates;

struct List {
    Text path;
    Kind transport;
    Text titles;
    Text end; ///< of each line, for what is not known of any
};

constexpr Text tcp_titles = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when "
                            "retrnsmt   uid  timeout inode\n";
constexpr Text udp_titles = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when "
                            "retrnsmt   uid  timeout inode ref pointer drops\n";
constexpr Text tcp_end = " 1 0000000000000000 100 0 0 10 0\n";
constexpr Text udp_end = " 2 0000000000000000 0\n";
constexpr List lists[] = {{"net/tcp", Kind::stream, tcp_titles, tcp_end},
                          {"net/udp", Kind::datagram, udp_titles, udp_end},
                          {"net/icmp", Kind::echo, udp_titles, udp_end},
                          {"net/raw", Kind::raw, udp_titles, udp_end}};

/// States of TCP, which other sockets have, too (net/tcp_states.h).
enum State : u32 { established = 1, syn_sent = 2, closed = 7, close_wait = 8, listening = 10 };

/// An address as a number that a processor reads which has its lowest byte first.
void write_endpoint(TextSink& to, net::Endpoint const& endpoint) {
    u8 bytes[sizeof(u32)];
    store_big_endian(bytes, endpoint.address);
    put_digits(to, load_little_endian_u32(bytes), 4, 8);
    to.put(":");
    put_digits(to, endpoint.port, 4, 4);
}

} // namespace

u32 InternetFamily::texts() {
    return sizeof lists / sizeof *lists;
}

u32 InternetFamily::path(u32 text, Span<u8> path) {
    return lists[text].path.write_to(path);
}

/// Connections that end are told as such until nobody has them open; after that they are not told.
u32 InternetFamily::state_of(InternetSocket::Facts const& socket, net::Endpoint const& remote) {
    if (socket.is_listening) return listening;
    if (socket.transport != Kind::stream)
        return remote.address != 0 || remote.port != 0 ? established : closed;
    u32 const state = states->state(socket.socket);
    if ((state & States::connecting) != 0) return syn_sent;
    if ((state & States::closed) != 0 || (state & States::connected) == 0) return closed;
    return (state & States::ended) != 0 ? close_wait : established;
}

void InternetFamily::write(TextSink& to, u32 number, InternetSocket::Facts const& socket) {
    bool const is_stream = socket.transport == Kind::stream;
    net::Endpoint const remote = is_stream ? states->remote(socket.socket) : socket.remote;
    format_column(to, is_stream ? 4 : 5, "{}", number);
    to.put(": ");
    write_endpoint(to, states->local(socket.socket));
    to.put(" ");
    write_endpoint(to, remote);
    to.put(" ");
    put_digits(to, state_of(socket, remote), 4, 2);
    to.put(" 00000000:");
    put_digits(to, socket.is_listening ? 0 : states->available(socket.socket), 4, 8);
    to.put(" 00:00000000 00000000     0        0 ");
    format(to, "{}", socket.number);
}

u32 InternetFamily::show(u32 text, Span<u8> destination) {
    BufferSink to(destination);
    to.put(lists[text].titles);
    u32 number = 0;
    for (u32 place = 0;; ++place) {
        Maybe<InternetSocket::Facts> found;
        {
            machine::InterruptGuard const guard;
            if (InternetSocket const* const socket = all_.at(place)) found = socket->facts();
        }
        if (!found) return to.size();
        if (found->transport != lists[text].transport) continue;
        write(to, number++, *found);
        to.put(lists[text].end);
    }
}

} // namespace flat::unix::sockets
