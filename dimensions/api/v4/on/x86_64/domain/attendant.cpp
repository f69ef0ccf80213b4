// SPDX-License-Identifier: BSD-2-Clause
// The second thread of a domain. It is preempted by the first one, and that by it: what both use
// has a lock, or the first one keeps the attendant out of it.
#include "parts.hpp"
#include "root.hpp"

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <domain/attendant.hpp>
#include <domain/calls_back.hpp>
#include <domain/clock.hpp>
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

/// By slots, from 1 on: how often the first thread keeps it out of calls of the domain there.
constinit Atomic<u32> kept_out[l4::domain_slots_max + 1];

/// By the places of images: so long a call waits at least; 0: for ever.
constinit u64 limits_ms[boot::domains_max + 1] = {};

/// Nobody but who has been passed objects of this very domain calls some.
bool may_be_attended(l4::ThreadId client, u64 entry) {
    return attended[l4::DomainThread::place(client)] && entry >> 32 == 1 &&
           known_in(slot_of(client)) == client;
}

/// Waits until the first thread lets it answer a slot; false if that is not as long as `client`
/// waits. Each says first what it does, and then looks at what the other one says.
bool come_in(u64 slot, l4::ThreadId client) {
    u64 const limit_ms = limits_ms[l4::DomainThread::place(client)];
    u64 const end_us = limit_ms == 0 ? ~u64{0} : clock_us() + limit_ms * 1000;
    for (;;) {
        answering.store(slot);
        if (kept_out[slot].load() == 0) return true;
        answering.store(0);
        if (clock_us() > end_us) return false;
        system_call(u64(BasicCall::yield));
    }
}

void answer_attended(l4::ThreadId client, Message& message) {
    u64 const entry = l4::MessageTag(message.tag).label() >> part_bits;
    u64 const slot = slot_of(client);
    // Whoever ends meanwhile, and is forgotten, is not answered either.
    if (may_be_attended(client, entry) && come_in(slot, client) && may_be_attended(client, entry)) {
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

} // namespace

bool is_attendant() {
    return l4::DomainThread::is_attendant(thread_of(0).number(), utcb().global_id);
}

bool attend_to(u64 place, u64 limit_ms) {
    u64& limit = limits_ms[place];
    limit = attended[place] ? limit == 0 || limit_ms == 0 ? 0 : max(limit, limit_ms) : limit_ms;
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

Unattended::Unattended(u64 slot) : slot_(slot) {
    if (is_attendant()) return; // it is out of all calls but this
    kept_out[slot].fetch_add(1);
    while (answering.load() == slot)
        system_call(u64(BasicCall::yield));
}

Unattended::~Unattended() {
    if (!is_attendant()) kept_out[slot_].fetch_subtract(1);
}

} // namespace flat::domain
