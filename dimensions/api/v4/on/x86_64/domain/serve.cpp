// SPDX-License-Identifier: BSD-2-Clause
// The loop of a domain that others call by messages.
//
// A call's label is the number of an entry of the domain's table, above two bits that calls in
// parts use. Entries come in pairs: the even one takes words, the odd one what comes in parts. What
// was passed to others has numbers above all entries. Nothing that arrives is believed: the kernel
// states its sender, whose name says of which image it is, and the table whose entry it is.
#include <domain/serve.hpp>

#include "devices.hpp"
#include "parts.hpp"

#include <core/calls/domain_calls.hpp>
#include <domain/calls_back.hpp>
#include <domain/message.hpp>
#include <domain/threads.hpp>

namespace flat::domain {

namespace {

/// A client that does not wait for its answer gets none.
constexpr l4::Timeouts only_if_it_waits{l4::Time::zero(), l4::Time::never()};

/// Bits of a tag that no call of words has: a failure's, and the lowest of the entry.
constexpr u64 not_of_words = l4::MessageTag::failure().raw() | call_tag(1, Part::last, 0);

/// Names of threads tell images apart: nobody but the root task makes threads.
bool may_call(l4::ThreadId client, u64 entry) {
    return entry < flat_upcall_count && flat_upcalls[entry].function &&
           l4::DomainThread::place(client) == flat_upcall_callers[entry];
}

[[gnu::always_inline]] inline Message answer_of_words(Call const& called, u64 const* words) {
    Answer const answer =
        called.function(called.object, words[0], words[1], words[2], words[3], words[4]);
    return {answer_tag, {answer.first, answer.second}};
}

/// Answers all but the usual call of words. Of what could not be received nobody gets an answer,
/// nor does an answer that comes too late.
[[gnu::noinline]] l4::ThreadId answer_else(l4::ThreadId client, Message& message) {
    if (take_interrupt(client, message)) return client;
    if (!is_call(message.tag)) return l4::ThreadId::nil();
    answer_call(client, 0, message);
    return client;
}

} // namespace

void answer_call(l4::ThreadId client, u32 depth, Message& message) {
    u64 const entry = l4::MessageTag(message.tag).label() >> part_bits;
    bool const may = may_call(client, entry);
    if (may && (entry & 1) == 0) {
        message = answer_of_words(flat_upcalls[entry], message.words);
        return;
    }
    if (!may && (!passes_objects_to[l4::DomainThread::place(client)] || entry >> 32 != 1)) {
        message = {refused_tag, {}};
        return;
    }
    meet(client);
    call_in_parts(slot_of(client), entry, depth, message);
}

// The address of `message` goes to no other function, so that its words stay in registers.
void serve() {
    utcb().accept_mappings(l4::Fpage::nil());
    Message message;
    l4::ThreadId client;
    for (;;) {
        client = exchange(message, client, l4::ThreadId::any(), only_if_it_waits);
        u64 const entry = l4::MessageTag(message.tag).label() >> part_bits;
        if ((message.tag & not_of_words) == 0 && may_call(client, entry)) [[likely]] {
            message = answer_of_words(flat_upcalls[entry], message.words);
            continue;
        }
        Message other = message;
        client = answer_else(client, other);
        message = other;
    }
}

} // namespace flat::domain
