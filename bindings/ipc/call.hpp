// SPDX-License-Identifier: BSD-2-Clause
// A call of words: one message there, and one back.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <domain/call_parts.hpp>
#include <domain/calls_back.hpp>
#include <domain/message.hpp>
#include <domain/threads.hpp>

namespace flat::bindings::ipc {

/// The first word where there is no answer: no failure has such a code.
inline constexpr u64 no_answer = ~u64{0};

/// So long a call waits until the server takes it, and so long until it answers; 0: for ever.
inline constexpr l4::Timeouts timeouts(u64 milliseconds) {
    if (milliseconds == 0) return {};
    l4::Time const each = l4::Time::milliseconds(milliseconds);
    return {each, each};
}

/// Calls an entry of the first domain of the image at `place` of the assembly; `no_answer` if
/// nobody answers in time, or not as a server does. The kernel lets nobody else answer.
template<class... Words>
[[gnu::always_inline]] inline Answer call(u64 place, u64 entry, l4::Timeouts timeouts,
                                          Words... words) {
    static_assert(sizeof...(words) <= domain::Message::register_words);
    domain::Message message{domain::call_tag(entry, domain::Part::last, sizeof...(words)),
                            {words...}};
    domain::exchange(message, domain::thread_of(place), domain::thread_of(place), timeouts);
    if (!domain::is_answer(message.tag)) [[unlikely]] {
        domain::Message other = message; // its own words stay in registers
        l4::ThreadId const server = domain::thread_of(place);
        domain::take_calls_back(other, server, timeouts);
        if (!domain::is_answer(other.tag)) {
            domain::lost(server, other.tag);
            return {no_answer};
        }
        message = other;
    }
    return {message.words[0], message.words[1]};
}

/// Sends a call that nobody waits for: it is lost if the server does not take it in time.
template<class... Words>
inline void send(u64 place, u64 entry, l4::Timeouts timeouts, Words... words) {
    static_assert(sizeof...(words) <= domain::Message::register_words);
    domain::Message message{domain::call_tag(entry, domain::Part::last, sizeof...(words)),
                            {words...}};
    domain::exchange(message, domain::thread_of(place), l4::ThreadId::nil(), timeouts);
    if (l4::MessageTag(message.tag).failed()) [[unlikely]]
        domain::lost(domain::thread_of(place), message.tag);
}

} // namespace flat::bindings::ipc
