// SPDX-License-Identifier: BSD-2-Clause
// Faults, the pages that answer them, and pages in messages: the frequent cases, in which both
// sides are as simple as on the short path. Everything is tested before the first store.
#include <api/ipc.hpp>

#include <abi/current.hpp>

namespace flat::api {

namespace {

/// A map item and nothing else, without flags.
bool is_page_alone(u64 tag) {
    constexpr u64 but_the_label = 0xffff;
    return (tag & but_the_label) == (MessageTag{0, 0, 2}.raw() & but_the_label);
}

} // namespace

bool Ipc::clear_way(Tcb& partner) {
    u32 const obstacles = abi::hazards() | partner.obstacles();
    if (obstacles <= abi::ready_rank()) [[likely]]
        return true;
    if ((obstacles & ~light_hazards) > abi::ready_rank()) return false;
    if (obstacles & hazard_fpu) abi::switch_fpu(partner);
    dispatcher->cancel_timeout(partner);
    return true;
}

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
bool Ipc::send_page(Tcb& sender, u64 to, u64 from, u64 timeouts, u64 tag, u64 item, u64 fpage) {
    if (!is_page_alone(tag) || !TypedItem{item}.is_map()) return false;
    Tcb& partner = threads->slot(to);
    if (partner.id().raw() != to || !partner.accepts(sender.id())) return false;
    bool const receives = !ThreadId{from}.is_nil();
    bool const may_wait = from == to || (from == ThreadId::any().raw() && !sender.has_senders());
    if (receives && !(may_wait && Timeouts{timeouts}.receive().is_never())) return false;
    bool const is_fault = partner.exchange() == Exchange::fault;
    u32 const usual = light_hazards | (is_fault ? u32{hazard_kernel_message} : 0);
    if ((sender.hazards() & hazard_redirected) || (partner.hazards() & ~usual)) return false;
    if (!spaces->pass_page(sender, partner, item, fpage)) return false;
    partner.stop_waiting();
    if (is_fault)
        partner.end_exchange();
    else
        partner.load_words(sender.id(), tag, item, fpage);
    if (receives && clear_way(partner)) {
        sender.wait_for(ThreadId{from});
        dispatcher->switch_directly(sender, partner);
        return true;
    }
    dispatcher->cancel_timeout(partner);
    if (receives)
        sender.wait_for(ThreadId{from});
    else
        sender.set_result_tag(0);
    dispatcher->make_ready(partner);
    dispatcher->settle(&partner);
    return true;
}

} // namespace flat::api
