// SPDX-License-Identifier: BSD-2-Clause
// Lets other kernels call objects of this one, each call at most once.
#include <remote/desk.hpp>

#include <core/panic.hpp>
#include <domain/ticks.hpp>

namespace flat::remote {

namespace {

/// Differs in each life of this kernel, so that no session of an earlier one is valid.
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
    for (Session& each : known()) {
        each.desk = this;
        auto const memory = allocator->allocate(u64{2} * message_bytes, sizeof(u64));
        if (memory.is_error()) panic("remote.Desk: no memory for {} sessions", sessions);
        each.levels[0].rooms = memory.value();
    }
}

Desk::~Desk() {
    for (Session& session : known()) {
        end(session);
        for (Level const& level : session.levels)
            if (level.rooms) allocator->free(level.rooms);
    }
}

/// What comes while a call is carried out is lost, as datagrams may be, but for what its client
/// says in a call back.
void Desk::arrived(Span<u8 const> datagram, u64 sender) {
    auto const header = opened(datagram);
    if (!header) return;
    ++now_;
    switch (header->kind) {
    case DatagramKind::hello:
        if (!is_busy_) welcome(*header, sender);
        return;
    case DatagramKind::request:
        return take(*header, payload_of(datagram), sender);
    case DatagramKind::reply:
    case DatagramKind::rejection:
        return take_reply(*header, payload_of(datagram), sender);
    default:
        return;
    }
}

void Desk::welcome(DatagramHeader const& hello, u64 sender) {
    Session const* const session = session_for(hello, sender);
    if (!session) return;
    DatagramHeader header;
    header.kind = DatagramKind::welcome;
    header.object = hello.session;
    header.sequence = hello.sequence;
    header.session = session->number;
    send_message(*datagrams, sender, header, {});
}

void Desk::take(DatagramHeader const& header, Span<u8 const> part, u64 sender) {
    Session* const session = session_of(header, sender);
    bool const is_in_call_back =
        waiting_ && session == &waiting_->session && header.level == waiting_->level + 1u;
    if (is_busy_ && !is_in_call_back) return;
    if (!session) return refuse(header, sender, 0);
    if (header.level >= levels_max) return;
    Level& level = session->levels[header.level];
    if (header.sequence < level.sequence) return; // from long ago
    session->used = now_;
    if (waiting_) ++waiting_->heard;
    if (header.sequence > level.sequence && !begin(level, header)) return;
    if (level.is_answered) {
        if (header.fragment == 0) answer(*session, level, header); // it was lost, or is on its way
        return;
    }
    if (level.request.add(header, part) && level.request.is_whole())
        carry_out(*session, level, header);
}

/// Without memory for a level, the client gets no answer.
bool Desk::begin(Level& level, DatagramHeader const& header) {
    if (!level.rooms) {
        auto const memory = allocator->allocate(u64{2} * message_bytes, sizeof(u64));
        if (memory.is_error()) return false;
        level.rooms = memory.value();
    }
    level.sequence = header.sequence;
    level.is_answered = false;
    level.request.begin(request_room(level));
    return true;
}

void Desk::carry_out(Session& session, Level& level, DatagramHeader const& header) {
    bool const was_busy = flat::exchange(is_busy_, true);
    ++session.carried_out;
    auto const outcome = outcome_of(session, level, header);
    --session.carried_out;
    is_busy_ = was_busy;
    level.is_answered = true;
    level.is_refused = outcome.is_error();
    level.answer_bytes = outcome.is_error() ? 0 : outcome.value();
    if (session.number == header.session) answer(session, level, header);
}

Result<usize, RemoteError> Desk::outcome_of(Session& session, Level& level,
                                            DatagramHeader const& header) {
    Span<u8 const> const request = level.request.bytes();
    for (Exported& each : objects)
        if (each.identity() == header.object)
            return each.answer(header.method, session, request, answer_room(level));
    return answer_of_passed(session.objects, session, header, request, answer_room(level));
}

void Desk::answer(Session const& session, Level const& level, DatagramHeader const& header) {
    if (level.is_refused) return refuse(header, session.address, header.object);
    DatagramHeader sent = header;
    sent.kind = DatagramKind::answer;
    send_message(*datagrams, session.address, sent, answer_room(level).first(level.answer_bytes));
}

/// Refuses a malformed call; for one without a session, the object is 0.
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

/// The one that a client has already, or else a new one, in the place of its earlier one or of the
/// oldest. Null for a greeting that is older than the client's session.
Desk::Session* Desk::session_for(DatagramHeader const& hello, u64 sender) {
    Session* found = &sessions_[0];
    for (Session& each : known()) {
        if (each.number != 0 && each.client == hello.session && each.address == sender) {
            if (each.greeting == hello.sequence) return &each;
            if (each.greeting > hello.sequence) return nullptr;
            found = &each;
            break;
        }
        if (each.used < found->used) found = &each;
    }
    end(*found);
    next_number_ += 2; // it stays odd, and so is never 0
    found->number = next_number_;
    found->client = hello.session;
    found->greeting = hello.sequence;
    found->address = sender;
    found->used = now_;
    for (Level& each : found->levels) {
        each.sequence = 0;
        each.is_answered = false;
    }
    return found;
}

void Desk::end(Session& session) {
    session.number = 0;
    session.used = 0;
    session.objects.abandon();
}

/// A client that is not in a call does not listen; one that is has ended if it does not reply.
Result<usize, RemoteError> Desk::call_back(Session& session, u64 type, u32 method,
                                           Span<u8 const> request, Span<u8> answer) {
    if (method > 0xffff || !can_send(*datagrams, request.size())) return malformed;
    if (session.number == 0) return unreachable;
    DatagramHeader header;
    header.kind = DatagramKind::call_back;
    header.level = static_cast<u8>(session.carried_out == 0 ? 0 : session.carried_out - 1);
    header.method = static_cast<u16>(method);
    header.session = session.number;
    header.sequence = ++session.calls_back;
    header.object = type;
    Waiting waiting{.session = session, .sequence = header.sequence, .level = header.level};
    waiting.reply.begin(answer);
    Waiting* const outer = flat::exchange(waiting_, &waiting);
    bool const was_busy = flat::exchange(is_busy_, true);
    bool const is_answered = exchange(waiting, header, request);
    is_busy_ = was_busy;
    waiting_ = outer;
    if (is_answered) return waiting.reply.bytes().size();
    if (!waiting.is_rejected && session.carried_out != 0) end(session);
    return unreachable;
}

/// Sends a call back until it is replied to or rejected, or has been sent often enough since the
/// client said something.
bool Desk::exchange(Waiting& waiting, DatagramHeader const& header, Span<u8 const> request) {
    u64 patience_ms = first_ms;
    for (u32 i = 0; i < tries; ++i) {
        u64 const heard = waiting.heard;
        send_message(*datagrams, waiting.session.address, header, request,
                     waiting.reply.has_begun());
        if (wait_for(waiting, patience_ms * ns_per_ms)) break;
        patience_ms = min<u64>(2 * patience_ms, most_ms);
        if (heard == waiting.heard) continue;
        i = 0;
        patience_ms = first_ms;
    }
    return waiting.reply.is_whole() && !waiting.is_rejected;
}

bool Desk::wait_for(Waiting const& waiting, u64 patience_ns) {
    return receive_until(
        *datagrams, patience_ns, [&] { return waiting.reply.is_whole() || waiting.is_rejected; },
        [&](Span<u8 const> datagram, u64 sender) { arrived(datagram, sender); });
}

void Desk::take_reply(DatagramHeader const& header, Span<u8 const> part, u64 sender) {
    if (!waiting_ || sender != waiting_->session.address) return;
    if (header.session != waiting_->session.number || header.sequence != waiting_->sequence) return;
    if (header.kind == DatagramKind::rejection)
        waiting_->is_rejected = true;
    else
        static_cast<void>(waiting_->reply.add(header, part));
}

} // namespace flat::remote
