// SPDX-License-Identifier: BSD-2-Clause
// sigma0 gives memory once, and not the kernel's.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>
#include <l4/sigma0.hpp>

namespace l4test {

using l4::Fpage;
using l4::request_memory;
using l4::Word;

namespace {

constexpr unsigned page_log2 = 12;

/// Below what sigma0 gives from anywhere, memory is free.
constexpr Word distance = 8 << 20;

/// Asks sigma0 for memory; nil if it refuses or does not answer.
Fpage take(Fpage region) {
    auto const got = request_memory(region);
    return got.is_ok() ? got.value() : Fpage::nil();
}

Word volatile wanted_raw;

/// Asks sigma0, in another thread's name, for what the root task has.
void take_from_root() {
    l4::touch_image();
    tell_root(take(Fpage(wanted_raw)).raw());
    rest();
}

void test_given(Suite& suite) {
    auto const page = take(Fpage::anywhere(page_log2));
    suite.check(!page.is_nil() && page.size_bytes() == 4096, "sigma0 gives a page from anywhere");
    auto& word = *reinterpret_cast<Word volatile*>(page.address());
    word = 0x5a5a;
    suite.check(word == 0x5a5a, "the page can be written and read");
    suite.check(take(page).address() == page.address(), "its owner may ask for a page again");
    auto const next = take(Fpage::anywhere(page_log2));
    suite.check(!next.is_nil() && next.address() != page.address(), "no page is given twice");
    auto const large = take(Fpage::anywhere(21));
    suite.check(!large.is_nil() && large.address() % large.size_bytes() == 0,
                "2 MiB come aligned to 2 MiB");

    wanted_raw = page.raw();
    Helper const other(take_from_root, Home::own_space);
    suite.check(word_from(other) == 0, "nobody else gets the page");
}

Word volatile dirty_address;

/// Runs in sigma0's address space, which shows all user memory: writes where nobody has been.
void make_dirty() {
    *reinterpret_cast<Word volatile*>(dirty_address) = 0x5ec2'e7a1;
    tell_root(1);
    rest();
}

alignas(16) char intruder_stack[4096];

/// Lets a thread write to a page that sigma0 has not given yet. Privilege can do that; nobody else.
bool is_made_dirty(Word address) {
    dirty_address = address;
    auto const intruder = fresh_name();
    auto const sigma0 = l4::kernel_interface().sigma0_id();
    // Both of the first spaces have their UTCBs at one place; sigma0 has but one.
    Word const utcb = spare_utcb_location();
    bool const is_made =
        l4::create_thread(intruder, sigma0, utcb).is_ok() &&
        l4::start_thread(intruder, make_dirty, intruder_stack + sizeof intruder_stack).is_ok() &&
        l4::receive(intruder, soon).is_ok();
    return l4::delete_thread(intruder).is_ok() && is_made;
}

/// What was in memory before it was anybody's is nobody's to read.
void test_cleared(Suite& suite) {
    auto const neighbour = take(Fpage::anywhere(page_log2));
    auto const page = Fpage::around(neighbour.address() - distance, page_log2);
    suite.check(!neighbour.is_nil() && is_made_dirty(page.address()),
                "a thread in sigma0's address space writes to memory that nobody has");
    auto const& word = *reinterpret_cast<Word volatile*>(page.address());
    suite.check(take(page).address() == page.address() && word == 0,
                "sigma0 clears memory before it gives it");
}

void test_refused(Suite& suite) {
    auto const& kip = l4::kernel_interface();
    suite.check(take(Fpage::around(0, page_log2)).is_nil(), "sigma0 keeps the first page");
    suite.check(take(Fpage::around(kip.sigma0.first, page_log2)).is_nil(),
                "sigma0 keeps its own memory");
    suite.check(take(Fpage::around(0x10'0000, page_log2)).is_nil(),
                "sigma0 keeps the kernel's memory");
    suite.check(take(Fpage::around(Word{1} << 46, page_log2)).is_nil(),
                "sigma0 does not give what is no memory");
    suite.check(take(Fpage::anywhere(46)).is_nil(), "sigma0 does not give more than there is");
    suite.check(take(Fpage::complete()).is_nil(), "sigma0 does not give everything");
    suite.check(take(Fpage::around(flat::address_of(program_begin), 10)).is_nil(),
                "sigma0 does not give less than a page");
}

void test_nonsense(Suite& suite) {
    l4::write_message(0x123, 1, 2, 3);
    suite.check(l4::call(l4::kernel_interface().sigma0_id(), {soon, a_while}).is_error(),
                "sigma0 does not answer nonsense");
    suite.check(!take(Fpage::anywhere(page_log2)).is_nil(), "sigma0 serves on after nonsense");
}

} // namespace

void test_memory(Suite& suite) {
    test_given(suite);
    test_cleared(suite);
    test_refused(suite);
    test_nonsense(suite);
}

} // namespace l4test
