// SPDX-License-Identifier: BSD-2-Clause
// The usual forms of IPC (reference manual, section 5.6) and the words of a message.
#pragma once

#include <l4/abi/exception_registers.hpp>
#include <l4/abi/map_item.hpp>
#include <l4/syscalls.hpp>
#include <l4/utcb.hpp>

namespace l4 {

/// Makes a message of plain words in the message registers.
template<class... Words>
void write_message(Word label, Words... words) {
    auto& registers = my_utcb().message_registers;
    registers[0] = MessageTag(label, sizeof...(words)).raw();
    [[maybe_unused]] unsigned index = 1;
    ((registers[index++] = static_cast<Word>(words)), ...);
}

/// Lets the message in the message registers come from `name`, as far as the kernel allows it.
inline void speak_for(ThreadId name) {
    auto& registers = my_utcb().message_registers;
    registers[0] = MessageTag(registers[0]).propagated().raw();
    my_utcb().virtual_sender = name;
}

/// Makes a message of one map item, as a pager replies.
inline void write_mapping(MapItem item) {
    auto& registers = my_utcb().message_registers;
    registers[0] = MessageTag(0, 0, 2).raw();
    registers[1] = item.descriptor();
    registers[2] = item.region().raw();
}

/// Plain word `index` (from 0) of the message that was received.
inline Word message_word(unsigned index) {
    return my_utcb().message_registers[index + 1];
}

/// The registers in the exception message that was received; in place, so that they can be changed
/// and sent back with `write_exception_answer`.
inline ExceptionRegisters& exception_registers() {
    return reinterpret_cast<ExceptionRegisters&>(my_utcb().message_registers[1]);
}

/// Makes what is in `exception_registers` an answer that sets the thread's registers.
inline void write_exception_answer() {
    my_utcb().message_registers[0] = MessageTag(0, ExceptionRegisters::words).raw();
}

/// Sends, then waits for the answer of the same thread.
inline Result<Received, IpcError> call(ThreadId to, Timeouts timeouts = {}) {
    return ipc(to, to, timeouts);
}

inline Result<Received, IpcError> send(ThreadId to, Time timeout = Time::never()) {
    return ipc(to, ThreadId::nil(), {timeout, Time::never()});
}

inline Result<Received, IpcError> receive(ThreadId from, Time timeout = Time::never()) {
    return ipc(ThreadId::nil(), from, {Time::never(), timeout});
}

/// Receives from anyone.
inline Result<Received, IpcError> wait(Time timeout = Time::never()) {
    return receive(ThreadId::any(), timeout);
}

/// Answers a caller, which must be waiting, then receives from anyone.
inline Result<Received, IpcError> reply_and_wait(ThreadId to, Time timeout = Time::never()) {
    return ipc(to, ThreadId::any(), {Time::zero(), timeout});
}

/// Does nothing for a while, by waiting for itself; `never` stops the thread.
inline void sleep(Time time) {
    // Always ends with the time-out, which is its purpose.
    static_cast<void>(receive(my_id(), time).is_ok());
}

} // namespace l4
