// SPDX-License-Identifier: BSD-2-Clause
// Memory that was passed on comes back: Unmap, grant, and the end of address spaces.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>
#include <l4/sigma0.hpp>

namespace l4test {

using l4::Fpage;
using l4::MapItem;
using l4::Rights;
using l4::Whose;
using l4::Word;

namespace {

constexpr unsigned page_log2 = 12;
constexpr unsigned large_log2 = 21;
constexpr Word page_bytes = 1 << page_log2;

/// Where all have what they are sent, and from where they pass it on.
constexpr Word there = 0x5000'0000;

enum Order : Word { read_word, write_word, take, pass, grant };

Word volatile& word_at(Word address) {
    return *reinterpret_cast<Word volatile*>(address);
}

/// Sends the page or large page at `there` to a thread.
void pass_on(l4::ThreadId to, unsigned size_log2, bool grants) {
    auto const region = Fpage::around(there, size_log2, Rights::all);
    l4::write_mapping(grants ? MapItem::grant(region, there) : MapItem(region, there));
    static_cast<void>(l4::send(to, soon).is_ok());
}

/// Does what the root task orders: (order, address or name, size), and answers with a word.
void obey() {
    l4::touch_image();
    tell_root(0);
    auto const root = l4::kernel_interface().root_id();
    for (;;) {
        l4::my_utcb().accept_mappings(Fpage::nil());
        if (l4::receive(root).is_error()) continue;
        Word const order = l4::message_word(0);
        Word const argument = l4::message_word(1);
        Word const size_log2 = l4::message_word(2);
        Word answer = 1;
        if (order == read_word) answer = word_at(argument);
        if (order == write_word) word_at(argument) = 7;
        if (order == pass || order == grant)
            pass_on(l4::ThreadId(argument), static_cast<unsigned>(size_log2), order == grant);
        if (order == take) {
            l4::my_utcb().accept_mappings(Fpage::complete());
            answer = l4::receive(l4::ThreadId(argument), soon).is_ok();
        }
        tell_root(answer);
    }
}

/// What a helper answers; `silence` when it faults instead, and is left waiting for a page. Others
/// may have answered before.
Word answer_from(Helper const& helper) {
    auto const received = l4::receive(helper.id(), soon);
    bool const is_word = received.is_ok() && received.value().tag == l4::MessageTag(0, 1);
    return is_word ? l4::message_word(0) : silence;
}

/// Orders a helper, and waits for its answer.
Word order(Helper const& helper, Word what, Word argument, Word size_log2 = 0) {
    l4::write_message(0, what, argument, size_log2);
    return l4::send(helper.id(), soon).is_ok() ? answer_from(helper) : silence;
}

void start_order(Helper const& helper, Word what, Word argument, Word size_log2 = 0) {
    l4::write_message(0, what, argument, size_log2);
    static_cast<void>(l4::send(helper.id(), soon).is_ok());
}

/// Memory of our own, with a number in its first word and in that of its second page.
Fpage fresh(unsigned size_log2) {
    auto const got = l4::request_memory(Fpage::anywhere(size_log2));
    if (got.is_error() || got.value().is_nil()) return Fpage::nil();
    word_at(got.value().address()) = 42;
    if (size_log2 > page_log2) word_at(got.value().address() + page_bytes) = 43;
    return got.value().with(Rights::all);
}

bool give(Helper const& helper, Fpage region) {
    start_order(helper, take, l4::kernel_interface().root_id().raw());
    l4::write_mapping(MapItem(region, there));
    return l4::send(helper.id(), soon).is_ok() && answer_from(helper) == 1;
}

bool make_pass(Helper const& from, Helper const& to, unsigned size_log2, Word how = pass) {
    start_order(to, take, from.id().raw());
    bool const is_sent = order(from, how, to.id().raw(), size_log2) == 1;
    return answer_from(to) == 1 && is_sent;
}

void test_revocation(Suite& suite) {
    auto const memory = fresh(page_log2);
    Helper const middle(obey, Home::own_space);
    bool is_right = word_from(middle) == 0;
    Helper const last(obey, Home::own_space);
    is_right = word_from(last) == 0 && is_right;
    is_right = give(middle, memory) && make_pass(middle, last, page_log2) && is_right;
    suite.check(is_right && order(last, read_word, there) == 42, "a page goes through two spaces");

    suite.check(order(last, write_word, there) == 1 && word_at(memory.address()) == 7,
                "the last of them can write");
    Fpage const asked = l4::unmap(memory.with(Rights::none));
    suite.check(asked.address() == memory.address() &&
                    (asked.rights() & Rights::read_write) == Rights::read_write,
                "Unmap without rights tells that the page has been read and written");
    suite.check(l4::unmap(memory.with(Rights::none)).rights() == Rights::none, "and tells it once");
    suite.check(order(last, read_word, there) == 7 &&
                    (l4::unmap(memory.with(Rights::write)).rights() & Rights::write) ==
                        Rights::none,
                "reading is not writing");
    suite.check(order(middle, read_word, there) == 7, "without the right to write one can read");
    suite.check(order(middle, write_word, there) == silence && l4::message_word(0) == there,
                "without the right to write one faults");
    l4::unmap(memory);
    suite.check(order(last, read_word, there) == silence && l4::message_word(0) == there,
                "Unmap takes the page from the last");
    suite.check(word_at(memory.address()) == 7, "and leaves it to the first");
}

void test_flush(Suite& suite) {
    auto const memory = fresh(large_log2);
    Helper const helper(obey, Home::own_space);
    bool const is_right = word_from(helper) == 0 && give(helper, memory);
    suite.check(is_right && order(helper, read_word, there) == 42, "a large page is passed on");
    l4::my_utcb().message_registers[0] =
        Fpage::around(memory.address(), page_log2, Rights::all).raw();
    l4::my_utcb().message_registers[1] =
        Fpage::around(memory.address() + 9 * page_bytes, page_log2, Rights::all).raw();
    l4::unmap_in_registers(2, Whose::own_too);
    suite.check(order(helper, read_word, there + page_bytes) == 43,
                "of a large page from which a small one is taken the rest stays");
    suite.check(order(helper, read_word, there + 9 * page_bytes) == silence,
                "the second flexpage of a call is taken, too");
    auto const again = l4::request_memory(Fpage::around(memory.address(), page_log2));
    suite.check(again.is_ok() && word_at(memory.address()) == 42,
                "a space that has flushed a page of its own can get it again");
}

void test_grant(Suite& suite) {
    auto const memory = fresh(page_log2);
    Helper const giver(obey, Home::own_space);
    bool is_right = word_from(giver) == 0;
    Helper const taker(obey, Home::own_space);
    is_right = word_from(taker) == 0 && is_right;
    is_right = give(giver, memory) && make_pass(giver, taker, page_log2, grant) && is_right;
    suite.check(is_right && order(taker, read_word, there) == 42, "a page can be granted");
    suite.check(order(giver, read_word, there) == silence,
                "a space that has granted it has it no more");
    l4::unmap(memory);
    suite.check(order(taker, read_word, there) == silence,
                "the space that has mapped it to the first can take it from the second");
}

void test_deletion(Suite& suite) {
    auto const memory = fresh(page_log2);
    Helper const last(obey, Home::own_space);
    bool is_right = word_from(last) == 0;
    {
        Helper const middle(obey, Home::own_space);
        is_right = word_from(middle) == 0 && is_right;
        is_right = give(middle, memory) && make_pass(middle, last, page_log2) && is_right;
        is_right = order(last, read_word, there) == 42 && is_right;
    }
    suite.check(is_right && order(last, read_word, there) == silence,
                "with an address space goes what it has passed on");
    suite.check(word_at(memory.address()) == 42, "and not what was passed to it");
}

/// A page goes to a helper and comes back, very often; quota would end what is not given back.
void test_cycles(Suite& suite) {
    constexpr unsigned cycles = 3000;
    auto const memory = fresh(page_log2);
    Helper const helper(obey, Home::own_space);
    bool is_right = word_from(helper) == 0;
    for (unsigned i = 0; i < cycles && is_right; ++i) {
        is_right = give(helper, memory);
        l4::unmap(memory);
    }
    suite.check(is_right && give(helper, memory) && order(helper, read_word, there) == 42,
                "a page can be passed on and taken back 3000 times");
}

} // namespace

void test_unmapping(Suite& suite) {
    test_revocation(suite);
    test_flush(suite);
    test_grant(suite);
    test_deletion(suite);
    test_cycles(suite);
}

} // namespace l4test
