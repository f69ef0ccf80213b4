// SPDX-License-Identifier: BSD-2-Clause
// Interrupts of a domain that drives a device: messages of the line's thread (reference manual,
// section 7.3).
#include "devices.hpp"
#include "root.hpp"

#include <domain/devices.hpp>
#include <l4/abi/protocol.hpp>

namespace flat::domain {

namespace {

constinit LineHandler* handler = nullptr;
constinit l4::ThreadId line_thread = l4::ThreadId::nil();

} // namespace

DeviceGrant device_grant(u32 number) {
    Message message{0, {number}};
    ask_root(l4::DomainRequest::grant, 1, message);
    u64 const line = message.words[2];
    return {static_cast<u32>(message.words[0]), static_cast<u32>(message.words[1]),
            static_cast<u32>(line), line != l4::DomainGrant::no_line};
}

bool listen_to_line(u32 line, LineHandler& listener) {
    if (handler) return false;
    Message message{0, {line}};
    ask_root(l4::DomainRequest::line, 1, message);
    if (message.words[0] == 0) return false;
    handler = &listener;
    line_thread = l4::ThreadId::global(line, 1);
    return true;
}

bool take_interrupt(l4::ThreadId from, Message& message) {
    if (!handler || from != line_thread || !l4::InterruptMessage::is(l4::MessageTag(message.tag)))
        return false;
    handler->interrupted();
    message = {};
    return true;
}

// Nobody else sends to a thread in its own name: without a line, the time passes.
void await_line(u64 limit_us) {
    l4::ThreadId const from = handler ? line_thread : utcb().global_id;
    l4::Time const limit =
        limit_us == ~u64{0} ? l4::Time::never() : l4::Time::microseconds(limit_us);
    Message message;
    exchange(message, l4::ThreadId::nil(), from, {l4::Time::zero(), limit});
    if (take_interrupt(from, message))
        exchange(message, from, l4::ThreadId::nil(), {l4::Time::zero(), l4::Time::zero()});
}

} // namespace flat::domain
