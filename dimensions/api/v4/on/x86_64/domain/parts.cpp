// SPDX-License-Identifier: BSD-2-Clause
// Calls with more than registers have: parts are put together, one call at a time of each client.
#include "parts.hpp"

#include <core/calls/domain_calls.hpp>
#include <core/memory.hpp>
#include <core/utility.hpp>
#include <domain/calls_back.hpp>
#include <domain/threads.hpp>

namespace flat::domain {

namespace {

/// By the clients' slots, from 1 on.
constinit Payload payloads[l4::domain_slots_max + 1];

/// What calls back have sent: the call that waits listens to nobody else.
constinit Payload payloads_back[calls_back_max];

/// The answer's bytes from `place` on, as many as a message has.
void answer_part(Payload const& payload, u64 place, Message& message) {
    constexpr u64 most = (l4::Utcb::message_register_count - 1) * sizeof(u64);
    u64 const bytes = min<u64>(most, payload.answered - place);
    u64* const registers = utcb().message_registers;
    if (bytes % sizeof(u64) != 0) registers[1 + bytes / sizeof(u64)] = 0;
    memcpy(registers + 1, payload.bytes + place, bytes);
    u32 const words = static_cast<u32>((bytes + 7) / sizeof(u64));
    message = message_from(l4::MessageTag(answer_label, words).raw(), registers);
}

bool take(Payload& payload, u64 entry, u64 place, u64 bytes) {
    if (place == 0) payload.begin(entry);
    if (payload.entry != entry || payload.arrived != place) return false;
    if (bytes > payload_bytes_max - place) return false;
    memcpy(payload.bytes + place, utcb().message_registers + 2, bytes);
    payload.arrived += bytes;
    return true;
}

Answer answer_of(u64 client, u64 entry, Span<u8> request) {
    if (entry >= first_of_objects)
        return answer_for_objects(client, static_cast<u32>(entry), request);
    Call const& called = flat_upcalls[entry];
    return called.function(called.object, address_of(request.data()), request.size(), client, 0, 0);
}

bool carry_out(Payload& payload, u64 client) {
    Answer const answer = answer_of(client, payload.entry, Span(payload.bytes, payload.arrived));
    payload.arrived = 0;
    payload.answered = answer.second;
    return answer.first != 0;
}

} // namespace

void forget(u64 slot) {
    payloads[slot].begin(0);
    if (abandon_objects) abandon_objects(slot);
}

void call_in_parts(u64 client, u64 entry, u32 depth, Message& message) {
    take_part(depth == 0 ? payloads[client] : payloads_back[depth - 1], client, entry, message);
}

void take_part(Payload& payload, u64 client, u64 entry, Message& message) {
    l4::MessageTag const tag(message.tag);
    Part const part{tag.label() & ((1 << part_bits) - 1)};
    u64* const registers = utcb().message_registers;
    memcpy(registers + 1, message.words, sizeof message.words);
    u64 const place = registers[1];
    message = {refused_tag, {}};
    if (tag.untyped_words() == 0) return;
    if (part == Part::fetch) {
        if (payload.entry == entry && place < payload.answered)
            answer_part(payload, place, message);
        return;
    }
    u64 const bytes = (tag.untyped_words() - 1) * sizeof(u64);
    if (!take(payload, entry, place, bytes)) return;
    if (part == Part::more) {
        message.tag = l4::MessageTag(answer_label, 0).raw();
    } else if (part == Part::last) {
        if (carry_out(payload, client)) answer_part(payload, 0, message);
    }
}

} // namespace flat::domain
