// SPDX-License-Identifier: BSD-2-Clause
// Another thread, usually in an address space of its own that is made of the program's pages.
#include "partner.hpp"

#include <l4/image.hpp>
#include <l4/print.hpp>

namespace l4costs {

using l4::Fpage;
using l4::PageFault;
using l4::ThreadId;
using l4::Word;

alignas(page_bytes) char fresh_pages[fresh_page_count * page_bytes];

namespace {

constexpr unsigned page_size_log2 = 12;
constexpr Word stack_size = 8192;
constexpr Word utcbs_address = 0x8000'0000;
constexpr unsigned utcb_area_log2 = 18;
alignas(16) char stacks[2][stack_size];
Word versions = 1;

/// With room for very many threads.
l4::SpaceLayout partner_layout() {
    auto layout = l4::SpaceLayout::with_utcbs_at(utcbs_address);
    layout.utcb_area = Fpage::around(utcbs_address, utcb_area_log2);
    return layout;
}

/// Place `index` for UTCBs in the root task's space; its own is the first.
Word root_utcb_location(unsigned index) {
    return flat::address_of(&l4::my_utcb()) + index * l4::kernel_interface().utcb_size_bytes();
}

flat::Result<void, l4::Error> create(ThreadId id, unsigned place, Home home) {
    if (home == Home::own_space) return l4::create_space(id, partner_layout());
    return l4::create_thread(id, l4::my_id(), root_utcb_location(place));
}

/// The page for an address of a partner.
void write_page(Word address) {
    bool const is_fresh = !l4::image_contains(address);
    Word const offset = (address - fresh_address) % sizeof fresh_pages;
    Word const from = is_fresh ? flat::address_of(fresh_pages) + offset : address;
    l4::write_mapping(l4::MapItem(Fpage::around(from, page_size_log2, l4::Rights::all),
                                  address / page_bytes * page_bytes));
}

} // namespace

Partner::Partner(void (*body)(), unsigned place, Home home)
    : id_(ThreadId::global(l4::my_id().number() + place, versions += 2)) {
    bool const is_made = create(id_, place, home).is_ok();
    if (!is_made || l4::start_thread(id_, body, stacks[place - 1] + stack_size).is_error())
        l4::print("l4costs: there is no partner\n");
}

Partner::~Partner() {
    if (is_alive_ && !end()) l4::print("l4costs: a partner does not end\n");
}

bool Partner::end() {
    is_alive_ = false;
    return l4::delete_thread(id_).is_ok();
}

Word Partner::utcb_location(unsigned index) {
    return partner_layout().utcb_location(index);
}

Word await_word() {
    auto received = l4::wait();
    while (received.is_ok() && PageFault::is(received.value().tag)) {
        write_page(l4::message_word(0));
        received = l4::reply_and_wait(received.value().from);
    }
    return l4::message_word(0);
}

bool pass_often(Word page, ThreadId to, Word count) {
    constexpr Word items_max = 31; // of a message
    constexpr Word places = 0x6000'0000;
    auto& registers = l4::my_utcb().message_registers;
    Fpage const region = Fpage::around(page, page_size_log2, l4::Rights::all);
    bool is_sent = true;
    for (Word i = 0; i < count && is_sent;) {
        Word items = 0;
        for (; items < items_max && i < count; ++items, ++i) {
            l4::MapItem const item(region, places + i * page_bytes);
            registers[1 + 2 * items] = item.descriptor();
            registers[2 + 2 * items] = item.region().raw();
        }
        registers[0] = l4::MessageTag(0, 0, static_cast<unsigned>(2 * items)).raw();
        is_sent = l4::send(to).is_ok();
    }
    return is_sent;
}

void tell(Word word) {
    l4::write_message(0, word);
    static_cast<void>(l4::send(l4::kernel_interface().root_id()).is_ok());
}

void rest() {
    for (;;)
        l4::sleep(l4::Time::never());
}

void let_others_run() {
    l4::sleep(l4::Time::milliseconds(2));
}

} // namespace l4costs
