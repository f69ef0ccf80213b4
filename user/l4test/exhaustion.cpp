// SPDX-License-Identifier: BSD-2-Clause
// The kernel's own memory that a space may take runs out, and comes back.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>
#include <l4/ports.hpp>

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

/// What the kernel lets a space take: `api.Spaces`' `quota_frames`.
constexpr Word quota_frames = 512;

void say_hello() {
    tell_root(1);
    rest();
}

/// Maps one page to so many places that the helper may have no further page tables; returns how
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
                           "a mapping fails when the space has its quota of page tables");
        l4::write_ports(l4::IoFpage::around(0x300, 0));
        suite.check_failed(l4::send(helper.id(), soon),
                           {l4::IpcError::Phase::send, l4::IpcError::Code::message_overflow},
                           "so do its first ports");
        Helper const other(say_hello, Home::own_space);
        suite.check(word_from(other) == 1, "and another address space is made and runs");
        return count;
    }
}

/// Faults where nothing is, with its quota used up by its pager.
void fault_beyond_quota() {
    l4::touch_image();
    tell_root(0);
    l4::my_utcb().accept_mappings(Fpage::complete());
    for (;;) {
        auto const received = l4::receive(l4::kernel_interface().root_id());
        if (received.is_ok() && received.value().tag == l4::MessageTag(0, 1))
            static_cast<void>(*reinterpret_cast<Word volatile*>(first_place - distance));
    }
}

/// The page of a fault cannot be mapped: the pager gets one message, and the thread is halted.
void test_unserved_fault(Suite& suite) {
    Helper const helper(fault_beyond_quota, Home::own_space);
    static_cast<void>(word_from(helper));
    auto const page = Fpage::around(flat::address_of(page_of_words), page_log2, Rights::read);
    for (Word count = 0; count <= quota_frames; ++count) {
        l4::write_mapping(MapItem(page, first_place + count * distance));
        if (l4::send(helper.id(), soon).is_error()) break;
    }
    l4::write_message(0, 1);
    static_cast<void>(l4::send(helper.id(), soon).is_ok());
    auto const fault = l4::receive(helper.id(), soon);
    bool const is_fault = fault.is_ok() && l4::PageFault::is(fault.value().tag);
    l4::write_mapping(MapItem(page, first_place - distance));
    bool const is_refused = l4::send(helper.id(), soon).is_error();
    suite.check(is_fault && is_refused, "a thread that has its quota gets no page for a fault");
    suite.check(l4::receive(helper.id(), a_while).is_error(), "and does not fault again");
}

} // namespace

void test_exhaustion(Suite& suite) {
    page_of_words[0] = 1; // present, so that it can be mapped
    suite.check(l4::request_ports(l4::IoFpage::complete()), "there are ports to give");
    Word const first = exhaust(suite);
    Word const second = exhaust(suite);
    suite.check(first > quota_frames - 40 && first <= quota_frames && second == first,
                "all of it comes back with the address space");
    test_unserved_fault(suite);
    Helper const helper(say_hello, Home::own_space);
    suite.check(word_from(helper) == 1, "the kernel works as before");
}

} // namespace l4test
