// SPDX-License-Identifier: BSD-2-Clause
// Strings in messages (reference manual, sections 5.4 and 5.5).
#pragma once

#include <l4/abi/string_item.hpp>
#include <l4/syscalls.hpp>
#include <l4/utcb.hpp>

namespace l4 {

/// Makes a message of one string in the message registers.
inline void write_string(Word label, void const* text, Word bytes) {
    auto& registers = my_utcb().message_registers;
    registers[0] = MessageTag(label, 0, 2).raw();
    registers[1] = StringHeader::of(bytes).raw();
    registers[2] = flat::address_of(text);
}

/// Takes one string, of at most as many bytes, and no mappings, until this is changed.
inline void accept_string(void* buffer, Word bytes) {
    Utcb& utcb = my_utcb();
    utcb.accept_strings(Fpage::nil());
    utcb.buffer_register(1) = StringHeader::of(bytes).raw();
    utcb.buffer_register(2) = flat::address_of(buffer);
}

/// How many bytes of the string at message register `index` there were to copy.
inline Word string_bytes(unsigned index) {
    return StringHeader(my_utcb().message_registers[index]).bytes();
}

} // namespace l4
