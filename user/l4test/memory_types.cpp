// SPDX-License-Identifier: BSD-2-Clause
// MemoryControl and ProcessorControl: what a privileged task may set, and what is refused.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>
#include <l4/sigma0.hpp>
#include <l4/utcb.hpp>

namespace l4test {

using l4::Error;
using l4::Fpage;
using l4::memory_control;
using l4::MemoryAttribute;
using l4::processor_control;
using l4::Rights;
using l4::same_parameter;
using l4::Word;

namespace {

constexpr unsigned page_log2 = 12;
constexpr unsigned large_log2 = 21;
constexpr Word page_bytes = Word{1} << page_log2;
constexpr Word there = 0x1'0000'0000;

alignas(4096) Word volatile pages[2][512];

/// A region that chooses an attribute.
Word region(Word base, unsigned size_log2, Word attribute) {
    return Fpage::around(base, size_log2).raw() | attribute;
}

l4::Result<void, Error> set(Word wanted, Word const (&attributes)[4]) {
    l4::my_utcb().message_registers[0] = wanted;
    return memory_control(1, attributes);
}

void test_refusals(Suite& suite) {
    Word const page = flat::address_of(&pages[0]);
    constexpr Word none[] = {3, 4, 8};
    for (Word const attribute : none)
        suite.check_refused(set(region(page, page_log2, 1), {0, attribute, 0, 0}),
                            Error::invalid_parameter,
                            "an attribute that does not exist is refused");
    suite.check_refused(set(region(page, page_log2 - 1, 0), {}), Error::invalid_parameter,
                        "half a page has no attribute");
    suite.check_refused(set(region(0xffff'8000'0000'0000, page_log2, 0), {}),
                        Error::invalid_parameter, "nor have the kernel's addresses");
    suite.check_refused(memory_control(65, {}), Error::invalid_parameter,
                        "there are 64 message registers");
    suite.check(set(Fpage::nil().raw(), {9, 9, 9, 9}).is_ok(), "nothing needs no attribute");
}

/// Each message register, also those that are none of the processor's, names its own attribute.
void test_each_register(Suite& suite) {
    pages[0][0] = 1;
    pages[1][0] = 2;
    auto& registers = l4::my_utcb().message_registers;
    bool is_kept = true;
    bool is_set = true;
    for (unsigned bad = 0; bad < 12; ++bad) {
        for (unsigned i = 0; i < 12; ++i)
            registers[i] = region(flat::address_of(&pages[i % 2]), page_log2, i == bad ? 3 : i % 3);
        Word const written = registers[bad];
        auto const all = memory_control(12, {MemoryAttribute::usual, MemoryAttribute::uncacheable,
                                             MemoryAttribute::write_combining, 4});
        is_set = is_set && all.is_error() && all.error() == Error::invalid_parameter;
        registers[bad] = region(flat::address_of(&pages[0]), page_log2, 3);
        is_set = is_set &&
                 memory_control(12, {0, MemoryAttribute::uncacheable,
                                     MemoryAttribute::write_combining, MemoryAttribute::write_back})
                     .is_ok();
        is_kept = is_kept && (written & 3) == 3 && (registers[bad] & 3) == 3;
    }
    suite.check(is_set, "all four attributes are looked at, for each register");
    suite.check(is_kept, "the message registers stay as they are");
    suite.check(pages[0][0] == 1 && pages[1][0] == 2, "memory keeps what is in it");
    suite.check(set(region(flat::address_of(&pages[0]), page_log2 + 1, 0), {}).is_ok(),
                "and becomes usual memory again");
}

/// Reads what it gets, and says so.
void read_there() {
    l4::touch_image();
    l4::my_utcb().accept_mappings(Fpage::complete());
    tell_root(0);
    static_cast<void>(l4::receive(l4::kernel_interface().root_id()).is_ok());
    tell_root(*reinterpret_cast<Word volatile*>(there));
    rest();
}

void test_others(Suite& suite) {
    auto const got = l4::request_memory(Fpage::anywhere(large_log2));
    suite.check(got.is_ok() && !got.value().is_nil(), "there is a large page");
    if (got.is_error() || got.value().is_nil()) return;
    Word const base = got.value().address();
    Word volatile& second = *reinterpret_cast<Word volatile*>(base + page_bytes);
    Word volatile& last = *reinterpret_cast<Word volatile*>(base + (Word{1} << large_log2) - 8);
    second = 5;
    last = 6;
    suite.check(
        set(region(base + page_bytes, page_log2, 1), {0, MemoryAttribute::uncacheable}).is_ok(),
        "a part of a large page can be of another type");
    suite.check(second == 5 && last == 6, "all of it is there as before");
    Helper const helper(read_there, Home::own_space);
    static_cast<void>(word_from(helper));
    l4::write_mapping(
        l4::MapItem(Fpage::around(base + page_bytes, page_log2, Rights::read), there));
    bool const is_sent = l4::send(helper.id(), soon).is_ok();
    suite.check(is_sent && word_from(helper) == 5, "others get it, and read the same");
    suite.check(set(region(base, large_log2, 0), {MemoryAttribute::write_back}).is_ok(),
                "all of it becomes usual again, also where others have it");
    second = 7;
    bool is_same = true;
    constexpr Word others[] = {MemoryAttribute::write_through, MemoryAttribute::write_protected,
                               MemoryAttribute::usual};
    for (Word const attribute : others) {
        Word const written = second;
        is_same = is_same && set(region(base, large_log2, 1), {0, attribute}).is_ok() &&
                  second == written && last == 6;
        second = written + 1;
        is_same = is_same && second == written + 1;
    }
    suite.check(is_same,
                "memory can be written through, and protected from being written to caches");
    auto const asked = l4::unmap(Fpage::around(base + page_bytes, page_log2));
    suite.check((asked.rights() & Rights::read_write) == Rights::read_write,
                "what was noted of accesses is still known");
}

/// Tries both without privilege.
void try_both() {
    l4::touch_image();
    l4::my_utcb().message_registers[0] = region(flat::address_of(&pages[0]), page_log2, 0);
    auto const memory = memory_control(1, {});
    auto const processor = processor_control(0, same_parameter, same_parameter, same_parameter);
    bool const are_refused = memory.is_error() && memory.error() == Error::no_privilege &&
                             processor.is_error() && processor.error() == Error::no_privilege;
    tell_root(are_refused);
    rest();
}

void test_processors(Suite& suite) {
    suite.check(processor_control(0, same_parameter, same_parameter, same_parameter).is_ok(),
                "a processor can be left as it is");
    suite.check_refused(processor_control(1, same_parameter, same_parameter, same_parameter),
                        Error::invalid_parameter, "a second processor is not there");
    suite.check_refused(processor_control(0, 1'000'000, same_parameter, same_parameter),
                        Error::invalid_parameter, "its frequency cannot be set");
    suite.check_refused(processor_control(0, same_parameter, 100'000, same_parameter),
                        Error::invalid_parameter, "nor its external one");
    suite.check_refused(processor_control(0, same_parameter, same_parameter, 0),
                        Error::invalid_parameter, "nor its voltage");
}

} // namespace

void test_memory_types(Suite& suite) {
    test_refusals(suite);
    test_each_register(suite);
    test_others(suite);
    test_processors(suite);
    Helper const helper(try_both, Home::own_space);
    suite.check(word_from(helper) == 1, "both are for privileged tasks");
}

} // namespace l4test
