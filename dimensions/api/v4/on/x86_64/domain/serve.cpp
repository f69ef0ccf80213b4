// SPDX-License-Identifier: BSD-2-Clause
// The loop of a domain that others call by messages.
//
// A call's label is the number of an entry of the domain's table, above two bits that calls in
// parts use. Entries come in pairs: the even one takes words, the odd one what comes in parts.
// Nothing that arrives is believed: the kernel says who has sent it, and the table whose entry it
// is.
#include <domain/serve.hpp>

#include "parts.hpp"

#include <core/domain_calls.hpp>
#include <domain/message.hpp>

namespace flat::domain {

namespace {

/// Who does not wait for its answer gets none.
constexpr l4::Timeouts only_if_it_waits{l4::Time::zero(), l4::Time::never()};

bool may_call(l4::ThreadId client, u64 entry, u64 root) {
    return entry < flat_upcall_count && flat_upcalls[entry].function &&
           client.raw() == root + (u64{flat_upcall_callers[entry]} << 32);
}

/// Answers all but a call of words; of what could not be received, nobody gets an answer.
[[gnu::noinline]] l4::ThreadId answer_else(l4::ThreadId client, bool may_call, Message& message) {
    l4::MessageTag const tag(message.tag);
    u64 const entry = tag.label() >> part_bits;
    if (tag.failed()) return l4::ThreadId::nil();
    if (may_call)
        call_in_parts(flat_upcall_callers[entry], entry, message);
    else
        message = {refused_tag, {}};
    return client;
}

} // namespace

// Of a message whose address nobody is told, the words stay in registers.
void serve() {
    u64 const root = thread_of(0).raw();
    utcb().accept_mappings(l4::Fpage::nil());
    Message message;
    l4::ThreadId client;
    for (;;) {
        client = exchange(message, client, l4::ThreadId::any(), only_if_it_waits);
        l4::MessageTag const tag(message.tag);
        u64 const entry = tag.label() >> part_bits;
        bool const is_call = !tag.failed() && may_call(client, entry, root);
        if (is_call && (entry & 1) == 0) [[likely]] {
            u64 const* const words = message.words;
            Call const& called = flat_upcalls[entry];
            Answer const answer =
                called.function(called.object, words[0], words[1], words[2], words[3], words[4]);
            message = {answer_tag, {answer.first, answer.second}};
            continue;
        }
        Message other = message;
        client = answer_else(client, is_call, other);
        message = other;
    }
}

} // namespace flat::domain
