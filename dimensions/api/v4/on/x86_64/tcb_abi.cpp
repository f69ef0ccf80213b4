// SPDX-License-Identifier: BSD-2-Clause
// Message registers to and from the UTCB, off the fast path.
#include <abi/tcb_abi.hpp>

namespace flat::abi {

void TcbAbi::store_message() {
    RegisterFrame const& registers = frame();
    u64* const message = utcb()->message_registers;
    message[0] = registers.r9;
    message[1] = registers.rax;
    message[2] = registers.rbx;
    message[3] = registers.r10;
    message[4] = registers.r12;
    message[5] = registers.r13;
    message[6] = registers.r14;
    message[7] = registers.r15;
}

void TcbAbi::load_message(api::ThreadId sender) {
    RegisterFrame& registers = frame();
    u64 const* const message = utcb()->message_registers;
    registers.rsi = sender.raw();
    registers.rdi = local_id_;
    registers.r9 = message[0];
    registers.rax = message[1];
    registers.rbx = message[2];
    registers.r10 = message[3];
    registers.r12 = message[4];
    registers.r13 = message[5];
    registers.r14 = message[6];
    registers.r15 = message[7];
}

void TcbAbi::load_words(api::ThreadId sender, u64 tag, u64 word1, u64 word2) {
    RegisterFrame& registers = frame();
    registers.rax = word1;
    registers.rbx = word2;
    load_tag(sender, tag);
}

void TcbAbi::load_tag(api::ThreadId sender, u64 tag) {
    frame().rsi = sender.raw();
    set_result_tag(tag);
}

void TcbAbi::set_result_tag(u64 tag) {
    RegisterFrame& registers = frame();
    registers.rdi = local_id_;
    registers.r9 = tag;
}

} // namespace flat::abi
