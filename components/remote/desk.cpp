// SPDX-License-Identifier: BSD-2-Clause
// Lets other kernels call objects of this one, each call at most once.
#include <remote/desk.hpp>

#include <core/panic.hpp>
#include <domain/ticks.hpp>

namespace flat::remote {

namespace {

/// A session that an earlier life of this kernel has given is none of this one.
u64 first_number() {
    return domain::ticks() * 0x9e3779b97f4a7c15 | 1;
}

} // namespace

Desk::Desk(Ports const& ports, Attributes const& attributes)
    : DeskComponent(ports, attributes), next_number_(first_number()) {
    for (usize i = 0; i < objects.size(); ++i)
        for (usize j = 0; j < i; ++j)
            if (objects[i].identity() == objects[j].identity())
                panic("remote.Desk: two objects are the same to other kernels");
    auto const memory = allocator->allocate(u64{2} * sessions * message_bytes, sizeof(u64));
    if (memory.is_error()) panic("remote.Desk: no memory for {} sessions", sessions);
    rooms_ = memory.value();
    vaddr place = rooms_;
    for (Session& each : known()) {
        each.request_room = Span<u8>(pointer_to<u8>(place), message_bytes);
        each.answer_room = Span<u8>(pointer_to<u8>(place + message_bytes), message_bytes);
        place += u64{2} * message_bytes;
    }
}

Desk::~Desk() {
    allocator->free(rooms_);
}

/// What comes while a call is carried out is lost, as datagrams may be.
void Desk::arrived(Span<u8 const> datagram, u64 sender) {
    auto const header = opened(datagram);
    if (!header || is_busy_) return;
    ++now_;
    if (header->kind == DatagramKind::hello) welcome(*header, sender);
    if (header->kind == DatagramKind::request) take(*header, payload_of(datagram), sender);
}

void Desk::welcome(DatagramHeader const& hello, u64 sender) {
    DatagramHeader header;
    header.kind = DatagramKind::welcome;
    header.object = hello.session;
    header.session = session_for(hello.session, sender).number;
    send_message(*datagrams, sender, header, {});
}

void Desk::take(DatagramHeader const& header, Span<u8 const> part, u64 sender) {
    Session* const session = session_of(header, sender);
    if (!session) return refuse(header, sender, 0);
    if (header.sequence < session->sequence) return; // from long ago
    session->used = now_;
    if (header.sequence > session->sequence) begin(*session, header);
    if (session->is_answered) {
        if (header.fragment == 0) answer(*session, header); // it was lost, or is on its way
        return;
    }
    if (session->request.add(header, part) && session->request.is_whole())
        carry_out(*session, header);
}

void Desk::begin(Session& session, DatagramHeader const& header) {
    session.sequence = header.sequence;
    session.is_answered = false;
    session.is_refused = false;
    session.request.begin(session.request_room);
}

void Desk::carry_out(Session& session, DatagramHeader const& header) {
    is_busy_ = true;
    session.is_answered = true;
    session.is_refused = true;
    for (Exported& each : objects) {
        if (each.identity() != header.object) continue;
        auto const outcome =
            each.answer(header.method, session.request.bytes(), session.answer_room);
        session.is_refused = outcome.is_error();
        session.answer_bytes = outcome.is_error() ? 0 : outcome.value();
    }
    is_busy_ = false;
    answer(session, header);
}

void Desk::answer(Session const& session, DatagramHeader const& header) {
    if (session.is_refused) return refuse(header, session.address, header.object);
    DatagramHeader sent = header;
    sent.kind = DatagramKind::answer;
    send_message(*datagrams, session.address, sent,
                 session.answer_room.first(session.answer_bytes));
}

/// Of a call that is none; of one without a session, the object is 0.
void Desk::refuse(DatagramHeader header, u64 sender, u64 object) {
    header.kind = DatagramKind::refusal;
    header.object = object;
    send_message(*datagrams, sender, header, {});
}

Desk::Session* Desk::session_of(DatagramHeader const& header, u64 sender) {
    for (Session& each : known())
        if (each.number != 0 && each.number == header.session && each.address == sender)
            return &each;
    return nullptr;
}

/// The one that a client has already, or else a new one, in the place of the oldest.
Desk::Session& Desk::session_for(u64 client, u64 sender) {
    Session* oldest = &sessions_[0];
    for (Session& each : known()) {
        if (each.number != 0 && each.client == client && each.address == sender) return each;
        if (each.used < oldest->used) oldest = &each;
    }
    next_number_ += 2; // it stays odd, and so is never 0
    oldest->number = next_number_;
    oldest->client = client;
    oldest->address = sender;
    oldest->sequence = 0;
    oldest->used = now_;
    oldest->is_answered = false;
    return *oldest;
}

} // namespace flat::remote
