// SPDX-License-Identifier: BSD-2-Clause
// Page faults become messages to the pager, and its map items end them.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>

namespace l4test {

using l4::ExchangeControl;
using l4::Fpage;
using l4::MapItem;
using l4::PageFault;
using l4::Rights;
using l4::Word;

namespace {

/// Where nothing is unless a test maps it.
constexpr Word probe_address = 0x4000'0000;
constexpr unsigned page_log2 = 12;

alignas(4096) Word page_of_words[512];

/// What the helper does with `target`.
Word volatile target;

void read_target() {
    l4::touch_image();
    tell_root(*reinterpret_cast<Word volatile*>(target));
    rest();
}

void write_target() {
    l4::touch_image();
    *reinterpret_cast<Word volatile*>(target) = 42;
    tell_root(1);
    rest();
}

void read_then_write_target() {
    l4::touch_image();
    Word const value = *reinterpret_cast<Word volatile*>(target);
    *reinterpret_cast<Word volatile*>(target) = value + 1;
    tell_root(2);
    rest();
}

void call_target() {
    l4::touch_image();
    reinterpret_cast<void (*)()>(target)();
    tell_root(3);
    rest();
}

/// A page fault that came, or did not.
struct Fault {
    bool has_come;
    Rights access;
    Word address;
    Word instruction;
};

Fault next_fault(Helper const& helper) {
    auto const received = next_message();
    if (received.is_error() || received.value().from != helper.id() ||
        !PageFault::is(received.value().tag))
        return {};
    return {true, PageFault::access(received.value().tag), l4::message_word(0),
            l4::message_word(1)};
}

bool is_fault(Fault const& fault, Rights access, Word address) {
    return fault.has_come && fault.access == access && fault.address == address;
}

/// Answers the helper's fault with our page of words.
bool map_words(Helper const& helper, Rights rights) {
    auto const page = Fpage::around(flat::address_of(page_of_words), page_log2, rights);
    l4::write_mapping(MapItem(page, probe_address));
    return l4::send(helper.id(), soon).is_ok();
}

bool refuse(Helper const& helper) {
    l4::write_mapping(MapItem::refusal());
    return l4::send(helper.id(), soon).is_ok();
}

void test_read(Suite& suite) {
    target = probe_address + 8;
    page_of_words[1] = 17;
    Helper const helper(read_target, Home::own_space);
    auto const fault = next_fault(helper);
    suite.check(is_fault(fault, Rights::read, target), "a read of nothing is a read fault");
    suite.check(l4::image_contains(fault.instruction), "a fault tells where the thread was");
    suite.check(refuse(helper) && is_fault(next_fault(helper), Rights::read, target),
                "a thread whose pager refuses faults again");
    suite.check(map_words(helper, Rights::read) && word_from(helper) == 17,
                "a thread that gets its page reads what is there");
}

void test_write(Suite& suite) {
    target = probe_address + 16;
    Helper const helper(write_target, Home::own_space);
    suite.check(is_fault(next_fault(helper), Rights::write, target),
                "a write to nothing is a write fault");
    suite.check(map_words(helper, Rights::read_write) && word_from(helper) == 1 &&
                    page_of_words[2] == 42,
                "a thread that gets its page writes there");
}

void test_read_only(Suite& suite) {
    target = probe_address + 24;
    page_of_words[3] = 100;
    Helper const helper(read_then_write_target, Home::own_space);
    bool const is_read = next_fault(helper).has_come && map_words(helper, Rights::read);
    suite.check(is_read && is_fault(next_fault(helper), Rights::write, target),
                "a write to a page that was mapped for reading is a write fault");
    suite.check(map_words(helper, Rights::read_write) && word_from(helper) == 2 &&
                    page_of_words[3] == 101,
                "the right to write can be added");
}

void test_execute(Suite& suite) {
    constexpr unsigned char return_instruction = 0xc3;
    *reinterpret_cast<unsigned char*>(page_of_words) = return_instruction;
    target = probe_address;
    Helper const helper(call_target, Home::own_space);
    auto const fault = next_fault(helper);
    suite.check(is_fault(fault, Rights::execute, probe_address) &&
                    fault.instruction == probe_address,
                "a jump to nothing is an execute fault");
    suite.check(map_words(helper, Rights::read_write) &&
                    is_fault(next_fault(helper), Rights::execute, probe_address),
                "a page that was mapped without the right to execute does not");
    suite.check(map_words(helper, Rights::read_execute) && word_from(helper) == 3,
                "the right to execute can be added");
}

void test_forbidden_address(Suite& suite, Word address, void (*body)(), Rights access,
                            char const* sentence) {
    target = address;
    Helper const helper(body, Home::own_space);
    bool const has_faulted = is_fault(next_fault(helper), access, address);
    auto const page = Fpage::around(flat::address_of(page_of_words), page_log2, Rights::all);
    l4::write_mapping(MapItem(page, address));
    // Whether the answer is an error is the kernel's choice; the helper must not get through.
    static_cast<void>(l4::send(helper.id(), a_while).is_ok());
    auto const next = next_message(a_while);
    suite.check(has_faulted && (next.is_error() || PageFault::is(next.value().tag)), sentence);
}

void test_forbidden(Suite& suite) {
    auto const kip = flat::address_of(&l4::kernel_interface());
    test_forbidden_address(suite, 0xffff'8000'0000'0000, read_target, Rights::read,
                           "nothing can be mapped for reading at the kernel's addresses");
    test_forbidden_address(suite, 0xffff'ffff'ffff'f000, write_target, Rights::write,
                           "nothing can be mapped for writing at the kernel's addresses");
    test_forbidden_address(suite, kip, write_target, Rights::write,
                           "nothing can be mapped over the kernel interface page");
}

/// A thread whose faults nobody can answer.
void test_no_pager(Suite& suite) {
    target = probe_address;
    Helper const helper(read_target);
    bool const is_set = exchange_registers(helper.id(), {.control = ExchangeControl::set_pager,
                                                         .pager = fresh_name()})
                            .is_ok();
    l4::sleep(a_while);
    auto const found = exchange_registers(helper.id(), {});
    suite.check(is_set && found.is_ok() && (found.value().control & ExchangeControl::halt) != 0,
                "a thread whose pager does not exist is halted by its first fault");
}

} // namespace

void test_page_faults(Suite& suite) {
    test_read(suite);
    test_write(suite);
    test_read_only(suite);
    test_execute(suite);
    test_forbidden(suite);
    test_no_pager(suite);
}

} // namespace l4test
