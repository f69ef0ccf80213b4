// SPDX-License-Identifier: BSD-2-Clause
// Device interrupts, which are threads that send messages (reference manual, section 7.3).
#pragma once

#include <l4/abi/protocol.hpp>
#include <l4/syscalls.hpp>

namespace l4 {

/// The thread that sends the messages of a line of the interrupt controller and takes their
/// answers.
constexpr ThreadId interrupt_id(unsigned line) {
    return ThreadId::global(line, 1);
}

/// From now on `handler` gets the line's messages; with privilege.
inline Result<void, Error> handle_interrupts(unsigned line, ThreadId handler) {
    ThreadId const interrupt = interrupt_id(line);
    return thread_control(interrupt, interrupt, ThreadId::nil(), handler, same_utcb);
}

/// From now on nobody does, and the line is masked; with privilege.
inline Result<void, Error> ignore_interrupts(unsigned line) {
    return handle_interrupts(line, interrupt_id(line));
}

/// Whether it is a message of the line's that has been received.
inline bool is_interrupt(Received const& received, unsigned line) {
    return received.from == interrupt_id(line) && InterruptMessage::is(received.tag);
}

} // namespace l4
