// SPDX-License-Identifier: BSD-2-Clause
// Ports in user mode: a thread without them faults, pagers give them, and their giver takes them
// back.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>
#include <l4/ports.hpp>

namespace l4test {

using l4::ExchangeControl;
using l4::Fpage;
using l4::IoFpage;
using l4::MapItem;
using l4::PageFault;
using l4::PortFault;
using l4::u16;
using l4::u8;
using l4::Word;

namespace {

/// The first serial port's, of which the last keeps whatever is written there.
constexpr IoFpage serial = IoFpage::around(0x3f8, 3);
constexpr u16 scratch = 0x3ff;

enum Order : Word { read, read_two, read_four, write_string, pass, grant, ask_sigma0 };

u16 read_two_bytes(u16 port) {
    u16 value;
    asm volatile("inw %1, %0" : "=a"(value) : "d"(port));
    return value;
}

flat::u32 read_four_bytes(u16 port) {
    flat::u32 value;
    asm volatile("inl %1, %0" : "=a"(value) : "d"(port));
    return value;
}

/// To the port of the firmware's diagnostics, where everything goes and nothing happens.
void write_string_from(Word address) {
    Word count = 1;
    asm volatile("rep outsb" : "+S"(address), "+c"(count) : "d"(0x80) : "memory");
}

void pass_serial(l4::ThreadId to, bool grants) {
    l4::write_mapping(grants ? MapItem::grant(serial.fpage(), 0) : MapItem(serial.fpage(), 0));
    static_cast<void>(l4::send(to, soon).is_ok());
}

Word obey_one(Word order, Word argument) {
    u16 const port = static_cast<u16>(argument);
    if (order == read) return l4::read_port(port);
    if (order == read_two) return read_two_bytes(port);
    if (order == read_four) return read_four_bytes(port);
    if (order == write_string) write_string_from(argument);
    if (order == pass || order == grant) pass_serial(l4::ThreadId(argument), order == grant);
    if (order == ask_sigma0) return l4::request_ports(IoFpage(argument));
    return 0;
}

/// Does what the root task orders: (order, argument), and answers with a word.
void obey() {
    l4::touch_image();
    l4::my_utcb().accept_mappings(Fpage::complete());
    tell_root(0);
    for (;;) {
        if (l4::receive(l4::kernel_interface().root_id()).is_error()) continue;
        tell_root(obey_one(l4::message_word(0), l4::message_word(1)));
    }
}

/// Takes what another thread sends, then obeys.
void take_and_obey() {
    l4::touch_image();
    l4::my_utcb().accept_mappings(Fpage::complete());
    static_cast<void>(l4::wait(soon).is_ok());
    obey();
}

/// What a helper says next: a word, or a fault.
struct Said {
    enum class Kind { nothing, word, port_fault, page_fault } kind = Kind::nothing;
    Word word = 0;
    Word instruction = 0;

    bool is_word(Word expected) const { return kind == Kind::word && word == expected; }
    bool is_fault(Word port, unsigned size_log2) const {
        return kind == Kind::port_fault && word == IoFpage::around(port, size_log2).raw() &&
               l4::image_contains(instruction);
    }
};

Said next_from(Helper const& helper, l4::Time timeout = soon) {
    auto const received = l4::receive(helper.id(), timeout);
    if (received.is_error()) return {};
    l4::MessageTag const tag = received.value().tag;
    Word const word = l4::message_word(0);
    if (PortFault::is(tag)) return {Said::Kind::port_fault, word, l4::message_word(1)};
    if (PageFault::is(tag)) return {Said::Kind::page_fault, word, l4::message_word(1)};
    return {Said::Kind::word, word};
}

Said order(Helper const& helper, Order what, Word argument) {
    l4::write_message(0, what, argument);
    static_cast<void>(l4::send(helper.id(), soon).is_ok());
    return next_from(helper);
}

/// Answers a fault with ports.
Said give(Helper const& helper, IoFpage ports) {
    l4::write_ports(ports);
    static_cast<void>(l4::send(helper.id(), soon).is_ok());
    return next_from(helper);
}

Said refuse(Helper const& helper) {
    l4::write_mapping(MapItem::refusal());
    static_cast<void>(l4::send(helper.id(), soon).is_ok());
    return next_from(helper);
}

bool is_halted(Helper const& helper) {
    auto const found = l4::exchange_registers(helper.id(), {});
    return found.is_ok() && (found.value().control & ExchangeControl::halt) != 0;
}

void test_root(Suite& suite) {
    l4::write_port(scratch, 0x5a);
    suite.check(l4::read_port(scratch) == 0x5a, "the root task uses ports, by sigma0's leave");
    suite.check(l4::request_ports(IoFpage::complete()), "it may ask for all of them");
    l4::unmap(serial.fpage(), l4::Whose::own_too);
    suite.check(l4::read_port(scratch) == 0x5a, "what it has flushed comes back at a fault");
}

void test_faults(Suite& suite) {
    l4::write_port(scratch, 0x5b);
    Helper const helper(obey, Home::own_space);
    suite.check(word_from(helper) == 0 && order(helper, read, scratch).is_fault(scratch, 0),
                "a thread without ports faults, and its pager learns which and where");
    suite.check(refuse(helper).is_fault(scratch, 0), "a thread that is refused faults again");
    suite.check(give(helper, serial).is_word(0x5b), "a thread that gets ports uses them");
    suite.check(order(helper, read, scratch).is_word(0x5b), "and keeps them");
    suite.check(order(helper, read, 0x2ff).is_fault(0x2ff, 0), "others than these still fault");
    suite.check(give(helper, IoFpage::around(0x2f8, 3)).kind == Said::Kind::word,
                "a second flexpage adds to the first");
    suite.check(order(helper, read_two, 0x70).is_fault(0x70, 1),
                "an access to two ports faults with both");
    suite.check(give(helper, IoFpage::around(0x70, 0)).is_fault(0x70, 1),
                "and again with one of them");
    suite.check(give(helper, IoFpage::around(0x70, 1)).kind == Said::Kind::word,
                "until there are both");
    suite.check(order(helper, read_two, 0x71).is_fault(0x72, 0),
                "ports that are not aligned fault one by one");
    suite.check(give(helper, IoFpage::around(0x72, 0)).kind == Said::Kind::word,
                "and are used together");
    suite.check(order(helper, ask_sigma0, serial.raw()).is_word(0),
                "sigma0 gives no ports to others than the root task");
}

void test_unmap(Suite& suite) {
    l4::write_port(scratch, 0x5c);
    Helper const helper(obey, Home::own_space);
    bool const has_faulted =
        word_from(helper) == 0 && order(helper, read, scratch).is_fault(scratch, 0);
    bool const has_read = has_faulted && give(helper, IoFpage::complete()).is_word(0x5c);
    l4::unmap(IoFpage::around(scratch, 0).fpage());
    suite.check(has_read && order(helper, read, scratch).is_fault(scratch, 0),
                "a port that is taken back faults");
    suite.check(refuse(helper).is_fault(scratch, 0), "and stays away");
    suite.check(give(helper, IoFpage::around(scratch, 0)).is_word(0x5c), "until it is given again");
    suite.check(order(helper, read, 0x3fe).kind == Said::Kind::word,
                "the ports beside it have stayed");
    suite.check(l4::read_port(scratch) == 0x5c, "and whoever has taken it back has it");
}

void test_others(Suite& suite) {
    l4::write_port(scratch, 0x5d);
    Helper const owner(obey, Home::own_space);
    bool const has_faulted =
        word_from(owner) == 0 && order(owner, read, scratch).is_fault(scratch, 0);
    bool const has_read = has_faulted && give(owner, serial).is_word(0x5d);
    Helper const other(take_and_obey, Home::own_space);
    static_cast<void>(next_message(a_while).is_ok());
    suite.check(has_read && order(owner, read, scratch).is_word(0x5d) &&
                    order(owner, pass, other.id().raw()).is_word(0) && word_from(other) == 0,
                "a thread that has ports passes them on");
    suite.check(order(other, read, scratch).is_word(0x5d) &&
                    order(owner, read, scratch).is_word(0x5d),
                "then both have them");
    l4::unmap(IoFpage::around(0x300, 8).fpage());
    suite.check(order(other, read, scratch).is_fault(scratch, 0) &&
                    order(owner, read, scratch).is_fault(scratch, 0),
                "what is taken from one is taken from the other, too");
}

void test_grant(Suite& suite) {
    l4::write_port(scratch, 0x5e);
    Helper const owner(obey, Home::own_space);
    bool const has_faulted =
        word_from(owner) == 0 && order(owner, read, scratch).is_fault(scratch, 0);
    bool const has_read = has_faulted && give(owner, serial).is_word(0x5e);
    Helper const other(take_and_obey, Home::own_space);
    static_cast<void>(next_message(a_while).is_ok());
    bool const is_granted =
        has_read && order(owner, grant, other.id().raw()).is_word(0) && word_from(other) == 0;
    suite.check(is_granted && order(other, read, scratch).is_word(0x5e) &&
                    order(owner, read, scratch).is_fault(scratch, 0),
                "ports that are granted leave their granter");
}

/// What a helper that has all ports is asked to do halts it.
void test_exception(Suite& suite, Order what, Word argument, char const* sentence) {
    Helper const helper(obey, Home::own_space);
    bool const has_ports = word_from(helper) == 0 &&
                           order(helper, read, scratch).kind == Said::Kind::port_fault &&
                           give(helper, IoFpage::complete()).kind == Said::Kind::word;
    bool const is_silent = order(helper, what, argument).kind == Said::Kind::nothing;
    suite.check(has_ports && is_silent && is_halted(helper), sentence);
}

void test_what_is_none(Suite& suite) {
    test_exception(suite, read_four, 0xffff, "ports beyond the last are an exception");
    test_exception(suite, write_string, 0x8000'0000'0000,
                   "so is a string for a port at an address that cannot be");
    Helper const helper(obey, Home::own_space);
    bool const has_ports = word_from(helper) == 0 &&
                           order(helper, read, scratch).kind == Said::Kind::port_fault &&
                           give(helper, IoFpage::complete()).kind == Said::Kind::word;
    auto const said = order(helper, write_string, 0x4000'0000);
    suite.check(has_ports && said.kind == Said::Kind::page_fault && said.word == 0x4000'0000,
                "one that is not there is a page fault");
}

void disable_interrupts() {
    l4::touch_image();
    static_cast<void>(l4::read_port(scratch));
    asm volatile("cli");
    rest();
}

void test_privilege(Suite& suite) {
    Helper const helper(disable_interrupts, Home::own_space);
    bool has_asked = false;
    auto const received = next_message();
    has_asked = received.is_ok() && PortFault::is(received.value().tag);
    bool const is_silent = give(helper, IoFpage::complete()).kind == Said::Kind::nothing;
    suite.check(has_asked && is_silent && is_halted(helper),
                "a thread that has all ports may not disable interrupts");
}

} // namespace

void test_ports(Suite& suite) {
    test_root(suite);
    test_faults(suite);
    test_unmap(suite);
    test_others(suite);
    test_grant(suite);
    test_what_is_none(suite);
    test_privilege(suite);
}

} // namespace l4test
