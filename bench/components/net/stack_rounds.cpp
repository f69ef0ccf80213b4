// SPDX-License-Identifier: BSD-2-Clause
// What two protocol stacks do for a datagram and its answer, and for a stream.
#include <net/stack_rounds.hpp>

#include <core/net/message.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>

namespace flat::net {

void StackRounds::run() {
    open();
    round_trips(1);
    round_trips(rounds);
    stream(1);
    stream(stream_bytes);
    say(*log, "{} datagrams were answered, {} bytes have come", rounds, stream_bytes);
}

void StackRounds::open() {
    auto const asking = near_udp->open(&answers_, {0, far_address, 0, port});
    if (asking.is_error() || far_udp->open_enable(echo_, {0, 0, port, 0}).is_error())
        panic("port {} of UDP cannot be had", port);
    asking_ = asking.value();
    if (far_tcp->listen(sink_, {0, 0, port, 0}).is_error())
        panic("port {} of TCP cannot be had", port);
    auto const begun = near_tcp->connect(source_, {0, far_address, 0, port});
    if (begun.is_error()) panic("nobody can be connected to");
    source_.session = begun.value();
    while (source_.session->state() == StreamSession::State::connecting || !sink_.session)
        carry();
}

/// Only what an operation needs, so that whoever counts in here counts nothing else.
[[gnu::noinline]] void StackRounds::round_trips(u32 count) {
    u8 const question[] = {1};
    for (u32 const before = answers_.count; answers_.count - before < count;) {
        Message datagram(buffers->pool());
        if (datagram.append(Span<u8 const>(question)).is_error() ||
            asking_->push(datagram).is_error())
            panic("a datagram could not be sent");
        carry();
    }
}

[[gnu::noinline]] void StackRounds::stream(u32 bytes) {
    for (u32 sent = 0, taken = 0; taken < bytes;) {
        sent += put(bytes - sent);
        carry();
        taken += take();
    }
}

/// Queues what there is room for, at most so many bytes; tells how many.
u32 StackRounds::put(u32 bytes) {
    u32 done = 0;
    for (;;) {
        u32 const part = min(min(bytes - done, source_.session->room()), at_once);
        if (part == 0) return done;
        Message message(buffers->pool());
        if (message.append(Span<u8 const>(bytes_).first(part)).is_error() ||
            source_.session->push(message).is_error())
            panic("bytes could not be sent");
        done += part;
    }
}

/// Takes all that has come; tells how many bytes.
u32 StackRounds::take() {
    u32 done = 0;
    for (;;) {
        u32 const part = min(sink_.session->available(), at_once);
        if (part == 0) return done;
        Message message(buffers->pool());
        sink_.session->receive(part, message);
        done += message.copy_to(0, Span(bytes_));
    }
}

/// Delivers what is on the wires until nothing is.
void StackRounds::carry() {
    while (near_wire->poll(1) + far_wire->poll(1) != 0) {
    }
}

bool StackRounds::Echo::deliver(Participants const& participants, Message& datagram) {
    if (!back_) {
        auto const back = rounds_.far_udp->open(nullptr, participants);
        if (back.is_error()) panic("a datagram cannot be answered");
        back_ = back.value();
    }
    Message answer(rounds_.buffers->pool());
    answer = static_cast<Message&&>(datagram);
    static_cast<void>(back_->push(answer));
    return true;
}

bool StackRounds::Answers::deliver(Participants const&, Message& datagram) {
    datagram.clear();
    ++count;
    return true;
}

} // namespace flat::net
