// SPDX-License-Identifier: BSD-2-Clause
// ExchangeRegisters with good and bad arguments.
#include "helper.hpp"
#include "suite.hpp"

namespace l4test {

using l4::Error;
using l4::exchange_registers;
using l4::ExchangeControl;
using l4::ThreadId;
using l4::ThreadRegisters;
using l4::Word;

namespace {

Word volatile counter;

void count() {
    for (;;)
        counter = counter + 1;
}

/// Whether `counter` changes within a while.
bool is_counting() {
    Word const before = counter;
    l4::sleep(a_while);
    return counter != before;
}

void test_targets(Suite& suite) {
    suite.check_refused(exchange_registers(fresh_name(), {}), Error::invalid_thread,
                        "registers of a thread that does not exist are out of reach");
    Helper const elsewhere(rest, Home::own_space);
    suite.check(exchange_registers(elsewhere.id(), {}).is_ok(),
                "registers of a thread in another space are in reach of its pager");
    suite.check_refused(exchange_registers(l4::kernel_interface().sigma0_id(), {}),
                        Error::invalid_thread, "sigma0's registers are out of reach");
}

void test_reading(Suite& suite) {
    Helper const helper(rest);
    l4::sleep(a_while);
    auto const found = exchange_registers(helper.id(), {});
    suite.check(found.is_ok() && found.value().pager == l4::my_id(), "the pager can be read");
    suite.check(found.is_ok() && (found.value().control & 7) == ExchangeControl::cancel_receive,
                "a thread that rests is receiving, not halted, not sending");
    Word const local = helper.utcb_location() + __builtin_offsetof(l4::Utcb, message_registers);
    suite.check(found.is_ok() && found.value().other_name == ThreadId(local),
                "the local name is the address of the message registers");
}

void test_handle(Suite& suite) {
    Helper const helper(rest);
    constexpr Word handle = 0x1234'5678'9abc'def0;
    bool const is_set =
        exchange_registers(helper.id(),
                           {.control = ExchangeControl::set_user_handle, .user_handle = handle})
            .is_ok();
    auto const& utcb = *reinterpret_cast<l4::Utcb const*>(helper.utcb_location());
    suite.check(is_set && utcb.user_handle == handle, "the user's handle can be set");
    auto const found = exchange_registers(helper.id(), {});
    suite.check(found.is_ok() && found.value().user_handle == handle, "and be read again");
}

void test_halting(Suite& suite) {
    counter = 0;
    Helper const helper(count);
    suite.check(is_counting(), "a thread runs");
    bool is_done = exchange_registers(
                       helper.id(), {.control = ExchangeControl::set_halt | ExchangeControl::halt})
                       .is_ok();
    suite.check(is_done && !is_counting(), "a halted thread does not run");
    auto const found = exchange_registers(helper.id(), {});
    suite.check(found.is_ok() && (found.value().control & ExchangeControl::halt) != 0,
                "a halted thread says so");
    is_done = exchange_registers(helper.id(), {.control = ExchangeControl::set_halt}).is_ok();
    suite.check(is_done && is_counting(), "a thread that is resumed runs again");
}

alignas(16) char other_stack[4096];

void tell_stack() {
    char here;
    tell_root(flat::address_of(&here) - flat::address_of(other_stack) < sizeof other_stack);
    rest();
}

void test_redirecting(Suite& suite) {
    Helper const helper(count);
    l4::sleep(a_while);
    // As after a call: eight bytes off alignment.
    ThreadRegisters const elsewhere{
        .control = ExchangeControl::set_stack_pointer | ExchangeControl::set_instruction_pointer,
        .stack_pointer = flat::address_of(other_stack) + sizeof other_stack - sizeof(Word),
        .instruction_pointer = reinterpret_cast<Word>(tell_stack)};
    bool const is_done = exchange_registers(helper.id(), elsewhere).is_ok();
    suite.check(is_done && word_from(helper) == 1,
                "a running thread can be sent elsewhere with another stack");
}

/// Redirects a running thread to where no thread can run. The kernel must survive its return.
void test_impossible(Suite& suite, ThreadRegisters const& registers, char const* sentence) {
    Helper const helper(count);
    l4::sleep(a_while);
    bool const is_accepted = exchange_registers(helper.id(), registers).is_ok();
    // It faults, which we do not answer, or halts.
    auto const fault = l4::receive(helper.id(), a_while);
    counter = 0;
    suite.check(is_accepted && (fault.is_error() || l4::PageFault::is(fault.value().tag)) &&
                    !is_counting(),
                sentence);
}

void test_impossible_places(Suite& suite) {
    constexpr Word ip = ExchangeControl::set_instruction_pointer;
    test_impossible(suite, {.control = ip, .instruction_pointer = 0xffff'8000'0000'0000},
                    "a thread that is sent into the kernel's addresses does not run");
    test_impossible(suite, {.control = ip, .instruction_pointer = 0x8000'0000'0000},
                    "a thread that is sent to a non-canonical address does not run");
    test_impossible(suite, {.control = ip, .instruction_pointer = 0x7fff'ffff'ffff},
                    "a thread that is sent to the last user address does not run");
}

/// Flags that user mode may not have change nothing: the thread counts on and can be preempted.
void test_flags(Suite& suite) {
    counter = 0;
    Helper const helper(count);
    l4::sleep(a_while);
    constexpr Word trap_flag = 1 << 8;
    bool const is_done = exchange_registers(helper.id(), {.control = ExchangeControl::set_flags,
                                                          .flags = ~trap_flag})
                             .is_ok();
    suite.check(is_done && is_counting(), "a thread survives all flags but single step");
    auto const found = exchange_registers(helper.id(), {});
    constexpr Word io_privilege = 3 << 12;
    constexpr Word nested_task = 1 << 14;
    suite.check(found.is_ok() && (found.value().flags & (io_privilege | nested_task)) == 0,
                "no thread gets I/O privilege or a nested task");
}

} // namespace

void test_registers(Suite& suite) {
    test_targets(suite);
    test_reading(suite);
    test_handle(suite);
    test_halting(suite);
    test_redirecting(suite);
    test_impossible_places(suite);
    test_flags(suite);
}

} // namespace l4test
