// SPDX-License-Identifier: BSD-2-Clause
// Faults, the pages that answer them, pages and short strings in messages: the frequent cases, in
// which both sides are as simple as on the short path. Everything is tested before the first store,
// but to a string's buffer.
#include <api/ipc.hpp>

#include <abi/copy.hpp>
#include <abi/current.hpp>
#include <core/compiler.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

namespace flat::api {

namespace {

/// The longest string that is copied at once: some 700 instructions.
constexpr u64 string_at_once = domain::page_size;

/// Whether a header is that of one substring, and all.
bool is_in_a_row(StringHeader header) {
    return header.is_string() && !header.is_continued() && header.substrings() == 1;
}

} // namespace

bool Ipc::report_at_once(Tcb& thread, u64 handler, MessageTag tag, u64 word1, u64 word2) {
    Tcb& partner = threads->slot(handler);
    bool const waits = partner.id().raw() == handler && partner.accepts(thread.id());
    if (!waits || !clear_way(partner)) return false;
    thread.begin_exchange(Exchange::fault, ThreadId{handler}, 0);
    thread.set_kernel_message(tag.raw(), word1, word2);
    thread.wait_for(ThreadId{handler});
    partner.stop_waiting();
    partner.load_words(thread.id(), tag.raw(), word1, word2);
    dispatcher->switch_directly(thread, partner);
    return true;
}

// The receive phase is none, or such that it begins without looking for somebody.
Tcb* Ipc::waiting_receiver(Tcb& sender, u64 to, u64 from, u64 timeouts) {
    Tcb& partner = threads->slot(to);
    if (partner.id().raw() != to || !partner.accepts(sender.id())) return nullptr;
    if (sender.hazards() & hazard_redirected) return nullptr;
    if (ThreadId{from}.is_nil()) return &partner;
    bool const may_wait = from == to || (from == ThreadId::any().raw() && !sender.has_senders());
    return may_wait && Timeouts{timeouts}.receive().is_never() ? &partner : nullptr;
}

FLAT_INLINE_CALLS bool Ipc::send_item(Tcb& sender, u64 to, u64 from, u64 timeouts, u64 tag,
                                      u64 item, u64 word) {
    Tcb* const partner = waiting_receiver(sender, to, from, timeouts);
    if (!partner) return false;
    bool const is_fault = partner->exchange() == Exchange::fault;
    bool const is_moved = TypedItem{item}.is_map() ? pass_page(sender, *partner, item, word)
                                                   : copy_string(sender, *partner, item, word);
    if (!is_moved) return false;
    partner->stop_waiting();
    if (is_fault)
        partner->end_exchange();
    else
        partner->load_words(sender.id(), tag, item, word);
    end_item(sender, *partner, from);
    return true;
}

FLAT_INLINE_CALLS bool Ipc::pass_page(Tcb& sender, Tcb& partner, u64 item, u64 fpage) {
    bool const is_fault = partner.exchange() == Exchange::fault;
    u32 const usual = light_hazards | (is_fault ? u32{hazard_kernel_message} : 0);
    return (partner.hazards() & ~usual) == 0 && spaces->pass_page(sender, partner, item, fpage);
}

// What is missing on either side, and so asks a pager, is found by the general way, which begins
// anew: the buffer is the receiver's, and says nothing before the message is there.
bool Ipc::copy_string(Tcb& sender, Tcb& partner, u64 item, vaddr address) {
    if ((partner.hazards() & ~light_hazards) || partner.exchange() != Exchange::message)
        return false;
    StringHeader const string{item};
    Utcb& utcb = *partner.utcb();
    StringHeader const buffer{utcb.buffer_register(1)};
    u64 left = string.bytes();
    bool const fits = left != 0 && left <= string_at_once && left <= buffer.bytes();
    if (!fits || !utcb.accepts_strings() || !is_in_a_row(string) || !is_in_a_row(buffer))
        return false;
    vaddr to = utcb.buffer_register(2);
    while (left > 0) {
        auto const source = spaces->access(*sender.space(), address, hal::Mmu::read);
        auto const target = spaces->access(*partner.space(), to, hal::Mmu::write);
        if (source.is_error() || target.is_error()) return false;
        u64 const bytes = min(left, min(source.value().bytes, target.value().bytes));
        abi::copy_string(machine::physical_to_virtual(target.value().physical),
                         machine::physical_to_virtual(source.value().physical), bytes);
        left -= bytes;
        address += bytes;
        to += bytes;
    }
    return true;
}

FLAT_INLINE_CALLS void Ipc::end_item(Tcb& sender, Tcb& partner, u64 from) {
    bool const receives = !ThreadId{from}.is_nil();
    if (receives && clear_way(partner)) {
        sender.wait_for(ThreadId{from});
        return dispatcher->switch_directly(sender, partner);
    }
    dispatcher->cancel_timeout(partner);
    if (receives)
        sender.wait_for(ThreadId{from});
    else
        sender.set_result_tag(0);
    dispatcher->make_ready(partner);
    dispatcher->settle(&partner);
}

} // namespace flat::api
