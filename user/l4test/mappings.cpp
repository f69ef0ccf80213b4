// SPDX-License-Identifier: BSD-2-Clause
// Map items of all sizes, placed by windows and send bases.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>
#include <l4/sigma0.hpp>

namespace l4test {

using l4::Fpage;
using l4::MapItem;
using l4::PageFault;
using l4::Rights;
using l4::Word;

namespace {

constexpr unsigned page_log2 = 12;
constexpr unsigned block_log2 = 16;
constexpr Word page_bytes = 1 << page_log2;
constexpr Word block_bytes = 1 << block_log2;
constexpr Word pages = block_bytes / page_bytes;

/// Where the helper has what it is sent.
constexpr Word there = 0x5000'0000;

/// A block that is ours, with its page numbers in it.
Fpage take_block() {
    auto const got = l4::request_memory(Fpage::anywhere(block_log2));
    if (got.is_error() || got.value().is_nil()) return Fpage::nil();
    for (Word page = 0; page < pages; ++page)
        *reinterpret_cast<Word volatile*>(got.value().address() + page * page_bytes) = page + 1;
    return got.value();
}

Word read(Word address) {
    return *reinterpret_cast<Word volatile*>(address);
}

/// The helper's receive window, and what it reads afterwards.
Word volatile window;
Word volatile first_read;
Word volatile second_read;

/// Receives a mapping through `window`, then says what is at two addresses.
void take_mapping() {
    l4::touch_image();
    tell_root(0);
    l4::my_utcb().accept_mappings(Fpage(window));
    bool const has_come = l4::receive(l4::kernel_interface().root_id(), soon).is_ok();
    l4::my_utcb().accept_mappings(Fpage::nil());
    tell_root(has_come);
    tell_root(read(first_read));
    tell_root(read(second_read));
    rest();
}

struct Outcome {
    bool is_sent;
    bool is_received;
    Word first;
    bool has_second_faulted;
};

/// Sends `item` to a helper that accepts it through `accepted` and reads two words.
Outcome send_mapping(MapItem item, Fpage accepted, Word first, Word second) {
    window = accepted.raw();
    first_read = first;
    second_read = second;
    Helper const helper(take_mapping, Home::own_space);
    Outcome outcome{};
    if (word_from(helper) != 0) return outcome;
    l4::write_mapping(item);
    outcome.is_sent = l4::send(helper.id(), soon).is_ok();
    outcome.is_received = word_from(helper) == 1;
    outcome.first = word_from(helper);
    auto const next = next_message();
    outcome.has_second_faulted = next.is_ok() && PageFault::is(next.value().tag);
    return outcome;
}

/// A page comes into a larger one, in the second item of a message.
void test_split(Suite& suite, Fpage block) {
    constexpr unsigned large_log2 = 21;
    constexpr Word place = 0x6000'0000;
    auto const large = l4::request_memory(Fpage::anywhere(large_log2));
    if (large.is_error() || large.value().is_nil()) return suite.check(false, "sigma0 gives 2 MiB");
    *reinterpret_cast<Word volatile*>(large.value().address() + 2 * page_bytes) = 72;
    window = Fpage::complete().raw();
    first_read = place + page_bytes;
    second_read = place + 2 * page_bytes;
    Helper const helper(take_mapping, Home::own_space);
    bool is_right = word_from(helper) == 0;
    auto const fifth = Fpage::around(block.address() + 4 * page_bytes, page_log2, Rights::read);
    MapItem const small(fifth, place + page_bytes);
    l4::write_mapping(MapItem(large.value().with(Rights::read), place));
    auto& registers = l4::my_utcb().message_registers;
    registers[0] = l4::MessageTag(0, 0, 4).raw();
    registers[3] = small.descriptor();
    registers[4] = small.region().raw();
    is_right = l4::send(helper.id(), soon).is_ok() && is_right && word_from(helper) == 1;
    suite.check(is_right && word_from(helper) == 5, "a page can come into a large one");
    suite.check(word_from(helper) == 72, "and the rest of the large one stays");
}

void test_sizes(Suite& suite, Fpage block) {
    auto const all = block.with(Rights::read);
    auto const whole = send_mapping(MapItem(all, there), Fpage::complete(), there + 15 * page_bytes,
                                    there + block_bytes);
    suite.check(whole.is_sent && whole.is_received && whole.first == 16,
                "an item of 16 pages maps all of them");
    suite.check(whole.has_second_faulted, "and not the one after it");

    auto const fitted = send_mapping(MapItem(all, 0), Fpage::around(there, block_log2),
                                     there + 3 * page_bytes, there + block_bytes);
    suite.check(fitted.is_received && fitted.first == 4, "a window of equal size takes all");

    auto const part = send_mapping(MapItem(all, 5 * page_bytes), Fpage::around(there, page_log2),
                                   there, there + page_bytes);
    suite.check(part.is_received && part.first == 6,
                "a window of one page takes the page that the send base names");
    suite.check(part.has_second_faulted, "and not the one after it");

    auto const page = Fpage::around(block.address() + 7 * page_bytes, page_log2, Rights::read);
    auto const placed =
        send_mapping(MapItem(page, 2 * page_bytes), Fpage::around(there, block_log2),
                     there + 2 * page_bytes, there + 7 * page_bytes);
    suite.check(placed.is_received && placed.first == 8,
                "a page goes to the place in a larger window that the send base names");
    suite.check(placed.has_second_faulted, "and to no other");
}

void test_refusals(Suite& suite, Fpage block) {
    auto const all = block.with(Rights::all);
    auto const none =
        send_mapping(MapItem(all, there), Fpage::nil(), flat::address_of(&window), there);
    suite.check(none.has_second_faulted, "a thread that accepts no mappings gets none");

    auto const over_utcb = Fpage::around(helper_utcbs, page_log2);
    auto const over_utcbs = send_mapping(MapItem(all, 0), over_utcb, helper_utcbs, there);
    suite.check(over_utcbs.first != 1, "nothing can be mapped over UTCBs");

    auto const tiny = Fpage(block.address() | 10 << 4 | 7);
    auto const small =
        send_mapping(MapItem(tiny, there), Fpage::complete(), flat::address_of(&window), there);
    suite.check(small.has_second_faulted, "a kibibyte maps nothing");

    auto const kernels = Fpage(0xffff'8000'0000'0000 | page_log2 << 4 | 7);
    auto const kernel =
        send_mapping(MapItem(kernels, there), Fpage::complete(), flat::address_of(&window), there);
    suite.check(kernel.has_second_faulted, "the kernel's memory cannot be sent");

    auto const no_rights = Fpage::around(block.address(), page_log2);
    auto const unreadable = send_mapping(MapItem(no_rights, there), Fpage::complete(),
                                         flat::address_of(&window), there);
    suite.check(unreadable.has_second_faulted, "a page without rights cannot be read");

    auto const absent = Fpage::around(there, page_log2, Rights::all);
    auto const empty =
        send_mapping(MapItem(absent, there), Fpage::complete(), flat::address_of(&window), there);
    suite.check(empty.has_second_faulted, "what the sender does not have cannot be sent");
}

/// Passes the page at `there`, which it may only read, on with all rights.
void pass_on() {
    l4::touch_image();
    tell_root(0);
    l4::my_utcb().accept_mappings(Fpage::complete());
    bool const has_come = l4::receive(l4::kernel_interface().root_id(), soon).is_ok();
    l4::my_utcb().accept_mappings(Fpage::nil());
    l4::write_mapping(MapItem(Fpage::around(there, page_log2, Rights::all), there));
    if (has_come) static_cast<void>(l4::send(l4::kernel_interface().root_id(), soon).is_ok());
    rest();
}

void write_there() {
    *reinterpret_cast<Word volatile*>(there) = 1;
    tell_root(1);
    rest();
}

/// The page comes back to the root task's space at `there`, for another helper to write to.
void test_rights(Suite& suite, Fpage block) {
    Helper const middle(pass_on, Home::own_space);
    bool is_done = word_from(middle) == 0;
    l4::write_mapping(MapItem(block.with(Rights::read), there));
    is_done = is_done && l4::send(middle.id(), soon).is_ok();
    l4::my_utcb().accept_mappings(Fpage::complete());
    is_done = is_done && l4::receive(middle.id(), soon).is_ok();
    l4::my_utcb().accept_mappings(Fpage::nil());
    suite.check(is_done && read(there) == 1, "a page can come back through another space");
    Helper const writer(write_there);
    auto const next = next_message();
    suite.check(next.is_ok() && PageFault::is(next.value().tag) &&
                    PageFault::access(next.value().tag) == Rights::write,
                "nobody can send more rights than there are");
}

constexpr unsigned megabyte_log2 = 20;
constexpr Word items_max = 31;

Word volatile taker_raw;
Word volatile wake_ups_during;
Word volatile is_sent;

void take_much() {
    l4::my_utcb().accept_mappings(Fpage::complete());
    for (;;)
        static_cast<void>(l4::wait().is_ok());
}

/// Sends all that one message can: the same megabyte of small pages to many places.
void send_much() {
    auto const part = Fpage::around(flat::address_of(&taker_raw), megabyte_log2, Rights::all);
    for (;;) {
        auto& registers = l4::my_utcb().message_registers;
        registers[0] = l4::MessageTag(0, 0, 2 * items_max).raw();
        for (Word i = 0; i < items_max; ++i) {
            MapItem const item(part, 0x1'0000'0000 + (i << megabyte_log2));
            registers[1 + 2 * i] = item.descriptor();
            registers[2 + 2 * i] = item.region().raw();
        }
        Word const before = wake_ups;
        is_sent = l4::send(l4::ThreadId(taker_raw)).is_ok();
        if (wake_ups - before > wake_ups_during) wake_ups_during = wake_ups - before;
    }
}

void test_interrupts(Suite& suite) {
    Helper const taker(take_much, Home::own_space);
    taker_raw = taker.id().raw();
    Helper const sender(send_much);
    Helper const waking(wake_up_often);
    static_cast<void>(l4::schedule(waking.id(), {.priority = 200}).is_ok());
    for (int i = 0; i < 100 && wake_ups_during < 2; ++i)
        static_cast<void>(next_message(l4::Time::milliseconds(10)).is_ok());
    suite.check(wake_ups_during >= 2, "others run while many pages are sent");
    for (int i = 0; i < 100 && !is_sent; ++i)
        static_cast<void>(next_message(l4::Time::milliseconds(10)).is_ok());
    suite.check(is_sent == 1, "a message can send 31 megabytes of small pages");
}

} // namespace

void test_mappings(Suite& suite) {
    auto const block = take_block();
    suite.check(!block.is_nil(), "sigma0 gives a block of 64 KiB");
    if (block.is_nil()) return;
    test_sizes(suite, block);
    test_split(suite, block);
    test_refusals(suite, block);
    test_rights(suite, block);
    test_interrupts(suite);
}

} // namespace l4test
