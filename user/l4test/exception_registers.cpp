// SPDX-License-Identifier: BSD-2-Clause
// Exception messages carry all registers, and their answers set them.
#include "helper.hpp"
#include "suite.hpp"

namespace l4test {

using l4::ExceptionRegisters;
using l4::Word;

extern "C" {
[[noreturn]] void l4test_except(Word const* registers);
extern char const l4test_exception[];
extern char const l4test_excepted[];
[[noreturn]] void l4test_tell_registers(Word const* registers);
}

namespace {

constexpr unsigned register_count = 15;
constexpr Word first_pattern = 0xa11c'e000'0000'0000;
constexpr Word second_pattern = 0xb0b0'0000'0000'0000;

constexpr Word carry_flag = 1;
constexpr Word io_privilege = 3 << 12;
constexpr Word nested_task = 1 << 14;

alignas(16) char other_stack[4096];

/// The members of the message, in except.S's order.
constexpr Word ExceptionRegisters::* general[register_count] = {
    &ExceptionRegisters::rax, &ExceptionRegisters::rbx, &ExceptionRegisters::rcx,
    &ExceptionRegisters::rdx, &ExceptionRegisters::rsi, &ExceptionRegisters::rdi,
    &ExceptionRegisters::rbp, &ExceptionRegisters::r8,  &ExceptionRegisters::r9,
    &ExceptionRegisters::r10, &ExceptionRegisters::r11, &ExceptionRegisters::r12,
    &ExceptionRegisters::r13, &ExceptionRegisters::r14, &ExceptionRegisters::r15,
};

void except_with_pattern() {
    l4::my_utcb().exception_handler = l4::kernel_interface().root_id();
    Word registers[register_count];
    for (unsigned index = 0; index < register_count; ++index)
        registers[index] = first_pattern | index;
    l4test_except(registers);
}

/// Whether the message says what the thread had in its registers.
bool is_complete(ExceptionRegisters const& found) {
    bool is_same = true;
    for (unsigned index = 0; index < register_count; ++index)
        is_same = is_same && found.*general[index] == (first_pattern | index);
    constexpr Word invalid_opcode = 6;
    return is_same && found.rip == flat::address_of(l4test_exception) &&
           found.vector == invalid_opcode && found.error_code == 0;
}

/// Receives the exception of a helper.
bool receive_exception(Helper const& helper) {
    auto const received = l4::receive(helper.id(), soon);
    return received.is_ok() && received.value().tag == l4::MessageTag(l4::ExceptionMessage::label,
                                                                      ExceptionRegisters::words);
}

void test_all_registers(Suite& suite) {
    Helper const helper(except_with_pattern);
    bool const is_received = receive_exception(helper);
    ExceptionRegisters& registers = l4::exception_registers();
    suite.check(is_received && is_complete(registers),
                "an exception message carries all registers of the thread");
    for (unsigned index = 0; index < register_count; ++index)
        registers.*general[index] = second_pattern | index;
    registers.rip = flat::address_of(l4test_excepted);
    registers.rsp = flat::address_of(other_stack) + sizeof other_stack;
    registers.rflags |= carry_flag | io_privilege | nested_task;
    l4::write_exception_answer();
    bool const is_sent = l4::send(helper.id(), soon).is_ok();
    suite.check(is_sent && word_from(helper) == 1,
                "the answer sets all registers, and of the flags those of user mode");
}

void test_impossible_answer(Suite& suite) {
    Helper const helper(except_with_pattern);
    bool const is_received = receive_exception(helper);
    l4::exception_registers().rip = 0xffff'8000'0000'0000;
    l4::exception_registers().rsp = 0x8000'0000'0000;
    l4::write_exception_answer();
    bool const is_sent = l4::send(helper.id(), soon).is_ok();
    auto const fault = l4::receive(helper.id(), soon);
    suite.check(is_received && is_sent && fault.is_ok() && l4::PageFault::is(fault.value().tag),
                "an answer that sends the thread into the kernel's addresses lets it fault");
}

} // namespace

void l4test_tell_registers(Word const* registers) {
    bool is_same = true;
    for (unsigned index = 0; index < register_count; ++index)
        is_same = is_same && registers[index] == (second_pattern | index);
    Word const flags = registers[register_count];
    is_same = is_same && (flags & (carry_flag | io_privilege | nested_task)) == carry_flag;
    bool const is_on_stack = flat::address_of(registers + register_count + 1) ==
                             flat::address_of(other_stack) + sizeof other_stack;
    tell_root(is_same && is_on_stack);
    rest();
}

void test_exception_registers(Suite& suite) {
    test_all_registers(suite);
    test_impossible_answer(suite);
}

} // namespace l4test
