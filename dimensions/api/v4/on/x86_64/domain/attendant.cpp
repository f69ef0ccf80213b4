// SPDX-License-Identifier: BSD-2-Clause
// The second thread of a domain. It is preempted by the first one, and that by it: what both use
// has a lock, or the first one keeps the attendant out of it.
#include "parts.hpp"
#include "root.hpp"

#include <core/atomic.hpp>
#include <domain/attendant.hpp>
#include <domain/calls_back.hpp>
#include <domain/system_call.hpp>
#include <domain/threads.hpp>

namespace flat::domain {

namespace {

constexpr usize attendant_stack_bytes = 0x4000;

alignas(16) constinit u8 attendant_stack[attendant_stack_bytes];
constinit bool has_attendant = false;
constinit bool attended[boot::domains_max + 1] = {};

/// By the clients' slots, from 1 on, with the client that each is of.
constinit Payload attended_payloads[l4::domain_slots_max + 1];
constinit l4::ThreadId attended_clients[l4::domain_slots_max + 1] = {};

/// The slot of the domain whose call it answers; 0 if it answers none.
constinit Atomic<u64> answering = 0;

/// The slot of the domain that it must not answer; 0 if it may answer all.
constinit Atomic<u64> kept_out = 0;

/// Nobody but who has been passed objects of this very domain calls some.
bool may_be_attended(l4::ThreadId client, u64 entry) {
    return attended[l4::DomainThread::place(client)] && entry >> 32 == 1 &&
           known_in(slot_of(client)) == client;
}

void answer_attended(l4::ThreadId client, Message& message) {
    u64 const entry = l4::MessageTag(message.tag).label() >> part_bits;
    u64 const slot = slot_of(client);
    answering.store(slot);
    if (kept_out.load() != slot && may_be_attended(client, entry)) {
        Payload& payload = attended_payloads[slot];
        if (flat::exchange(attended_clients[slot], client) != client) payload.begin(0);
        take_part(payload, slot, entry, message);
    } else {
        message = {refused_tag, {}};
    }
    answering.store(0);
}

/// A client that does not wait for its answer gets none.
[[noreturn]] void attend() {
    constexpr l4::Timeouts only_if_it_waits{l4::Time::zero(), l4::Time::never()};
    utcb().exception_handler = utcb().pager;
    utcb().accept_mappings(l4::Fpage::nil());
    Message message;
    l4::ThreadId client;
    for (;;) {
        client = exchange(message, client, l4::ThreadId::any(), only_if_it_waits);
        if (is_call(message.tag))
            answer_attended(client, message);
        else
            client = l4::ThreadId::nil();
    }
}

bool is_attendant() {
    return l4::DomainThread::is_attendant(thread_of(0).number(), utcb().global_id);
}

} // namespace

bool attend_to(u64 place) {
    if (!has_attendant) {
        // The entry finds its stack as after a call.
        u64 const stack_end = address_of(attendant_stack) + attendant_stack_bytes - sizeof(u64);
        Message message{0, {reinterpret_cast<u64>(attend), stack_end}};
        ask_root(l4::DomainRequest::attend, 2, message);
        has_attendant = message.words[0] != 0;
    }
    attended[place] = has_attendant;
    return has_attendant;
}

bool is_attended(u64 place) {
    return attended[place];
}

Unattended::Unattended(u64 slot) {
    if (is_attendant()) return; // it is out of all calls but this
    before_ = kept_out.exchange(slot);
    while (answering.load() == slot)
        system_call(u64(BasicCall::yield));
}

Unattended::~Unattended() {
    if (!is_attendant()) kept_out.store(before_);
}

} // namespace flat::domain
