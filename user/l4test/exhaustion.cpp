// SPDX-License-Identifier: BSD-2-Clause
// The kernel's own memory runs out, and comes back.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>

namespace l4test {

using l4::Fpage;
using l4::MapItem;
using l4::Rights;
using l4::Word;

namespace {

constexpr unsigned page_log2 = 12;
constexpr Word first_place = 0x1'0000'0000;
constexpr Word distance = 2 << 20; // what a page of page table covers

alignas(4096) Word page_of_words[512];

/// Accepts mappings for ever.
void take_mappings() {
    l4::touch_image();
    tell_root(0);
    l4::my_utcb().accept_mappings(Fpage::complete());
    for (;;)
        static_cast<void>(l4::receive(l4::kernel_interface().root_id()).is_ok());
}

/// Maps one page to so many places that the kernel has no memory left for page tables; returns how
/// many there were. Everything is over with the helper.
Word exhaust(Suite& suite) {
    Helper const helper(take_mappings, Home::own_space);
    static_cast<void>(word_from(helper));
    auto const page = Fpage::around(flat::address_of(page_of_words), page_log2, Rights::read);
    for (Word count = 0;; ++count) {
        l4::write_mapping(MapItem(page, first_place + count * distance));
        auto const sent = l4::send(helper.id(), soon);
        if (sent.is_ok()) continue;
        suite.check_failed(sent, {l4::IpcError::Phase::send, l4::IpcError::Code::message_overflow},
                           "a mapping fails when the kernel has no memory for page tables");
        auto const me = l4::my_id();
        auto const fresh = fresh_name();
        suite.check_refused(
            l4::thread_control(fresh, fresh, me, l4::ThreadId::nil(), l4::same_utcb),
            l4::Error::no_memory, "and so does the creation of an address space");
        return count;
    }
}

void say_hello() {
    tell_root(1);
    rest();
}

} // namespace

void test_exhaustion(Suite& suite) {
    page_of_words[0] = 1; // present, so that it can be mapped
    Word const first = exhaust(suite);
    Word const second = exhaust(suite);
    suite.check(first > 1000 && second == first, "all of it comes back with the address space");
    Helper const helper(say_hello, Home::own_space);
    suite.check(word_from(helper) == 1, "the kernel works as before");
}

} // namespace l4test
