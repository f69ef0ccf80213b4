// SPDX-License-Identifier: BSD-2-Clause
// Calls the objects of one other kernel, at most once each.
#include <remote/datagram_peer.hpp>

#include <core/panic.hpp>
#include <core/text.hpp>
#include <domain/ticks.hpp>

namespace flat::remote {

namespace {

constexpr u64 ns_per_ms = 1'000'000;
constexpr RemoteError unreachable{RemoteError::Code::unreachable};
constexpr RemoteError malformed{RemoteError::Code::malformed};

/// A number that no other client has: of the time and the place, well mixed.
u64 number_of_a_client(void const* place) {
    return (domain::ticks() ^ address_of(place)) * 0x9e3779b97f4a7c15 | 1;
}

} // namespace

/// The right to call, which one thread has.
class DatagramPeer::Turn : NonCopyable {
public:
    explicit Turn(DatagramPeer& peer) : peer_(peer), is_mine_(peer.wait_for_turn()) {}
    ~Turn() {
        if (!is_mine_) return;
        *peer_.is_busy_.lock() = false;
        if (peer_.threads) peer_.threads->notify_all(address_of(&peer_));
    }

    bool is_mine() const { return is_mine_; }

private:
    DatagramPeer& peer_;
    bool const is_mine_;
};

DatagramPeer::DatagramPeer(Ports const& ports, Attributes const& attributes)
    : DatagramPeerComponent(ports, attributes), client_(number_of_a_client(this)) {
    auto const found = datagrams->address(Text(server).bytes());
    if (found.is_error())
        panic("remote.DatagramPeer: `{}` is no address of a server", Text(server));
    server_ = found.value();
}

Result<usize, RemoteError> DatagramPeer::call(u64 identity, u32 method, Span<u8 const> request,
                                              Span<u8> answer) {
    if (method > 0xffff || !can_send(*datagrams, request.size())) return malformed;
    Turn const turn(*this);
    if (!turn.is_mine() || !has_session()) return unreachable;
    DatagramHeader header;
    header.kind = DatagramKind::request;
    header.method = static_cast<u16>(method);
    header.session = session_;
    header.sequence = ++sequence_;
    header.object = identity;
    if (!exchange(header, request, answer)) return unreachable;
    return arriving_.bytes().size();
}

/// Without threads, somebody who calls meanwhile is called by this call.
bool DatagramPeer::wait_for_turn() {
    for (;;) {
        u64 const ticket = threads ? threads->ticket() : 0;
        if (take_turn()) return true;
        if (!threads) return false;
        threads->wait(address_of(this), ticket);
    }
}

bool DatagramPeer::take_turn() {
    auto const is_busy = is_busy_.lock();
    return !flat::exchange(*is_busy, true);
}

bool DatagramPeer::has_session() {
    if (session_ != 0) return true;
    DatagramHeader hello;
    hello.session = client_;
    u8 none[1];
    return exchange(hello, {}, none);
}

/// Sends a message until it is answered, refused, or has been sent often enough.
bool DatagramPeer::exchange(DatagramHeader const& header, Span<u8 const> request, Span<u8> answer) {
    arriving_.begin(answer);
    is_refused_ = false;
    u64 patience_ms = first_ms;
    for (u32 i = 0; i < tries && !is_refused_; ++i) {
        // Once the other kernel answers, it has the call; the first part asks for the rest.
        send_message(*datagrams, server_, header, request, arriving_.has_begun());
        if (await(header, patience_ms * ns_per_ms)) return true;
        patience_ms = min<u64>(2 * patience_ms, most_ms);
    }
    return false;
}

/// Whether the answer is whole before so many nanoseconds have passed.
bool DatagramPeer::await(DatagramHeader const& header, u64 patience_ns) {
    u8 room[datagram_bytes_max];
    while (patience_ns != 0) {
        auto const arrived = datagrams->receive(room, patience_ns);
        if (arrived.is_error()) return false;
        auto const& [bytes, sender, left_ns] = arrived.value();
        patience_ns = left_ns;
        if (sender != server_ || bytes > sizeof room) continue;
        if (take(header, Span<u8 const>(room, bytes)) || is_refused_) return !is_refused_;
    }
    return false;
}

/// Takes a datagram of the server; whether the answer is whole now.
bool DatagramPeer::take(DatagramHeader const& sent, Span<u8 const> datagram) {
    auto const header = opened(datagram);
    if (!header) return false;
    if (sent.kind == DatagramKind::hello) {
        bool const is_mine = header->kind == DatagramKind::welcome && header->object == client_;
        if (is_mine) session_ = header->session;
        return is_mine && session_ != 0;
    }
    if (header->session != sent.session || header->sequence != sent.sequence) return false;
    if (header->kind == DatagramKind::refusal) {
        is_refused_ = true;
        if (header->object == 0) session_ = 0;
        return false;
    }
    bool const is_part =
        header->kind == DatagramKind::answer && arriving_.add(*header, payload_of(datagram));
    return is_part && arriving_.is_whole();
}

} // namespace flat::remote
