// SPDX-License-Identifier: BSD-2-Clause
// What is called of a domain while it waits for an answer itself.
#include "parts.hpp"

#include <core/memory.hpp>
#include <domain/attendant.hpp>
#include <domain/calls_back.hpp>
#include <domain/clock.hpp>
#include <l4/abi/error.hpp>

namespace flat::domain {

constinit AnswerForObjects answer_for_objects = nullptr;
constinit AbandonObjects abandon_objects = nullptr;
constinit bool passes_objects_to[boot::domains_max + 1] = {};

namespace {

/// How many calls of this domain wait that have been called back.
constinit u32 depth = 0;

u64 end_us_of(l4::Time limit) {
    return limit.is_never() ? ~u64{0} : clock_us() + limit.in_microseconds();
}

/// Answers one message, and waits for the next one. An answer that the server does not wait for is
/// lost, and what it says then is waited for all the same.
void answer(Message& message, l4::ThreadId server, l4::Time limit) {
    if (depth <= calls_back_max)
        answer_call(server, depth, message);
    else
        message = {refused_tag, {}};
    exchange(message, server, server, {l4::Time::zero(), limit});
    if (l4::MessageTag(message.tag).failed() &&
        l4::IpcError(utcb().error_code).phase() == l4::IpcError::Phase::send)
        exchange(message, l4::ThreadId::nil(), server, {l4::Time::zero(), limit});
}

} // namespace

void take_calls_back(Message& message, l4::ThreadId server, l4::Timeouts timeouts) {
    if (!is_call(message.tag)) return;
    if (is_attendant()) { // depth and payloads are the first thread's
        message.tag = refused_tag;
        return;
    }
    u64 const end_us = end_us_of(timeouts.receive());
    ++depth;
    while (is_call(message.tag)) {
        if (clock_us() > end_us)
            message.tag = l4::MessageTag::failure().raw();
        else
            answer(message, server, timeouts.receive());
    }
    --depth;
}

void take_calls_back_in_utcb(l4::ThreadId server, l4::Timeouts timeouts) {
    u64* const registers = utcb().message_registers;
    Message message{registers[0], {}};
    if (!is_call(message.tag)) return;
    memcpy(message.words, registers + 1, sizeof message.words);
    take_calls_back(message, server, timeouts);
    registers[0] = message.tag;
    memcpy(registers + 1, message.words, sizeof message.words);
}

} // namespace flat::domain
