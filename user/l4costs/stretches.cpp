// SPDX-License-Identifier: BSD-2-Clause
// For how long the kernel takes no interrupts when programs give it as much to do as they can.
#include "stretches.hpp"

#include "crowd.hpp"
#include "partner.hpp"

#include <core/measure/probe.hpp>
#include <l4/image.hpp>
#include <l4/print.hpp>
#include <l4/sigma0.hpp>

namespace l4costs {

using flat::ProbeRecord;
using flat::u64;
using l4::Fpage;
using l4::MapItem;
using l4::Rights;
using l4::ThreadId;
using l4::Word;

namespace {

constexpr unsigned page_log2 = 12;
constexpr Word shared_count = 1000;
constexpr Word many_log2 = 24;
constexpr Word many_address = 0x4000'0000;

ProbeRecord record;
bool is_all_right = true;

/// What the kernel does in `work`.
template<class Work>
void measure(char const* what, Work work) {
    flat::probe(record);
    bool const is_right = work();
    flat::probe(record);
    if (!is_right) l4::print("l4costs: {} went wrong\n", what);
    if (record.valid == 0) return;
    bool const is_short = record.kernel_stretch <= stretch_max;
    if (!is_short) l4::print("l4costs: {} takes too long\n", what);
    is_all_right = is_all_right && is_right && is_short;
    l4::print("@record {}\"kind\":\"stretch\",\"what\":\"{}\",\"kernel\":{}{}\n", "{", what,
              record.kernel_stretch, "}");
}

/// Takes all mappings of the root task's, or passes the page on that it names: (from, to, count).
void take_and_pass() {
    l4::touch_image();
    tell(0);
    auto const root = l4::kernel_interface().root_id();
    for (;;) {
        l4::my_utcb().accept_mappings(Fpage::complete());
        auto const received = l4::wait();
        bool const is_order = received.is_ok() && received.value().from == root &&
                              received.value().tag.untyped_words() == 3;
        if (!is_order) continue;
        ThreadId const to{l4::message_word(1)};
        pass_often(l4::message_word(0), to, l4::message_word(2));
        tell(1);
    }
}

bool order(Partner const& partner, Word from, Partner const& to, Word count) {
    l4::write_message(0, from, to.id().raw(), count);
    return l4::send(partner.id()).is_ok() && await_word() == 1;
}

bool share(Partner const& partner, Word page) {
    return pass_often(page, partner.id(), shared_count);
}

void measure_sharing(Partner const& partner) {
    Word const page = flat::address_of(fresh_pages);
    measure("mapping of a page at 1000 places", [&] { return share(partner, page); });
    measure("Unmap of the right to write", [&] {
        return l4::unmap(Fpage::around(page, page_log2, Rights::write)).address() == page;
    });
    measure("Unmap of a page at 1000 places", [&] {
        return l4::unmap(Fpage::around(page, page_log2, Rights::all)).address() == page;
    });
}

/// Maps much memory, page by page: no region is as large as a large page.
bool map_many(Partner const& partner, Fpage memory) {
    constexpr Word part_log2 = 20;
    Word const count = memory.size_bytes() >> part_log2;
    auto& registers = l4::my_utcb().message_registers;
    registers[0] = l4::MessageTag(0, 0, static_cast<unsigned>(2 * count)).raw();
    for (Word i = 0; i < count; ++i) {
        Word const offset = i << part_log2;
        MapItem const item(Fpage::around(memory.address() + offset, part_log2, Rights::all),
                           many_address + offset);
        registers[1 + 2 * i] = item.descriptor();
        registers[2 + 2 * i] = item.region().raw();
    }
    return l4::send(partner.id()).is_ok();
}

void measure_many(Partner const& partner, Fpage memory) {
    measure("mapping of 4096 pages", [&] { return map_many(partner, memory); });
    measure("question for accesses to all",
            [&] { return l4::unmap(Fpage::complete(Rights::none)).is_complete(); });
    measure("Unmap of 4096 pages",
            [&] { return l4::unmap(memory.with(Rights::all)).address() == memory.address(); });
}

void measure_replacement(Partner const& middle, Partner const& last) {
    Word const page = flat::address_of(fresh_pages);
    auto const send_page = [&](Word from, bool grants) {
        Fpage const region = Fpage::around(from, page_log2, Rights::all);
        l4::write_mapping(grants ? MapItem::grant(region, many_address)
                                 : MapItem(region, many_address));
        return l4::send(middle.id()).is_ok();
    };
    bool is_ready = send_page(page, false) && order(middle, many_address, last, shared_count);
    measure("a page in place of one that 1000 have got",
            [&] { return is_ready && send_page(page + page_bytes, false); });
    is_ready = share(last, page);
    measure("grant of a page that 1000 have got",
            [&] { return is_ready && send_page(page, true); });
}

void measure_crowds(Partner const& home) {
    {
        Crowd const crowd(home, Crowd::Habit::chain);
        measure("a message for which 200 threads wait, one for the other",
                [&] { return l4::receive(crowd.first()).is_ok(); });
    }
    {
        Crowd const crowd(home, Crowd::Habit::sleepers);
        measure("time-outs of 200 threads", [] {
            l4::sleep(l4::Time::milliseconds(100));
            return true;
        });
    }
    Crowd crowd(home, Crowd::Habit::admirers);
    measure("deletion of a thread that 133 have to do with", [&] { return crowd.delete_first(); });
}

} // namespace

bool measure_stretches() {
    auto const memory = l4::request_memory(Fpage::anywhere(many_log2));
    if (memory.is_error() || memory.value().is_nil()) return false;
    Partner middle(take_and_pass);
    await_word();
    Partner const last(take_and_pass, 2);
    await_word();
    measure_sharing(middle);
    measure_many(middle, memory.value());
    measure_replacement(middle, last);
    measure_crowds(middle);
    bool const is_full =
        map_many(middle, memory.value()) && order(middle, many_address, last, shared_count);
    measure("end of an address space with 4096 pages", [&] { return is_full && middle.end(); });
    return is_all_right;
}

} // namespace l4costs
