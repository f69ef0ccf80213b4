// SPDX-License-Identifier: BSD-2-Clause
// Transfers random bytes from one host to another by a stream, with a checksum behind them.
#include <demo/hosts/transfer.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <demo/start.hpp>

namespace flat::demo::hosts {

namespace {

using Kind = net::Sockets::Kind;

constexpr u32 sum_bytes = 8;
constexpr u64 ns_per_ms = 1'000'000;

/// By Marsaglia's xorshift generator.
void fill_at_random(Span<u8> bytes, u64& state) {
    for (usize done = 0; done < bytes.size(); done += sizeof state) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        memcpy(bytes.data() + done, &state, min(sizeof state, bytes.size() - done));
    }
}

} // namespace

void Transfer::run() {
    auto const listener = far->open(Kind::stream);
    if (listener.is_error() || far->bind(listener.value(), {0, port}).is_error() ||
        far->listen(listener.value()).is_error())
        panic("nobody can connect to port {}", port);
    listener_ = listener.value();
    start(*threads, taker_);
    u64 const begin_ns = alarms->now_ns();
    auto const socket = near->open(Kind::stream);
    if (socket.is_error() || near->connect(socket.value(), {far_address, port}).is_error())
        panic("nobody can be connected to");
    send(socket.value());
    u8 answer[1];
    receive_all(*near, socket.value(), Span(answer));
    if (answer[0] != 1) panic("the checksum of {} bytes is wrong", bytes);
    u64 const passed_ms = (alarms->now_ns() - begin_ns) / ns_per_ms;
    say(*log, "{} bytes came in {} ms, and their checksum is right", bytes, passed_ms);
    say(*log, "@record {}\"bytes\": {}, \"ms\": {}{}", "{", bytes, passed_ms, "}");
}

void Transfer::send(u32 socket) {
    Sum sum;
    u64 state = 0x9e3779b97f4a7c15;
    for (u32 left = bytes; left > 0;) {
        Span<u8> const part = Span(out_).first(min(left, at_once));
        fill_at_random(part, state);
        sum.add(part);
        send_all(*near, socket, part);
        left -= static_cast<u32>(part.size());
    }
    u8 end[sum_bytes];
    store_big_endian(end, static_cast<u32>(sum.value() >> 32));
    store_big_endian(end + 4, static_cast<u32>(sum.value()));
    send_all(*near, socket, Span<u8 const>(end));
}

void Transfer::take() {
    auto const connection = far->accept(listener_);
    if (connection.is_error()) panic("nobody has connected");
    Sum sum;
    for (u32 left = bytes; left > 0;) {
        auto const received = far->receive(connection.value(), Span(in_).first(min(left, at_once)));
        if (received.is_error() || received.value() == 0)
            panic("the stream has ended {} bytes too early", left);
        sum.add(Span<u8 const>(in_).first(received.value()));
        left -= static_cast<u32>(received.value());
    }
    u8 end[sum_bytes];
    receive_all(*far, connection.value(), Span(end));
    u64 const told = u64{load_big_endian(end)} << 32 | load_big_endian(end + 4);
    u8 const answer[] = {told == sum.value()};
    send_all(*far, connection.value(), Span<u8 const>(answer));
}

void Transfer::send_all(net::Sockets& sockets, u32 socket, Span<u8 const> what) {
    for (Span<u8 const> left = what; !left.is_empty();) {
        auto const sent = sockets.send(socket, left);
        if (sent.is_error()) panic("the stream has broken");
        left = left.after(sent.value());
    }
}

void Transfer::receive_all(net::Sockets& sockets, u32 socket, Span<u8> place) {
    for (usize done = 0; done < place.size();) {
        auto const received = sockets.receive(socket, place.after(done));
        if (received.is_error() || received.value() == 0) panic("the stream has ended too early");
        done += received.value();
    }
}

} // namespace flat::demo::hosts
