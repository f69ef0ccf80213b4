// SPDX-License-Identifier: BSD-2-Clause
// The rarely used part of the L4 share of a thread control block.
#include <api/tcb_api.hpp>

#include <object/space.hpp>
#include <object/tcb.hpp>

namespace flat::api {

void TcbApi::begin_exchange(Exchange exchange, ThreadId from, u64 timeouts) {
    exchange_ = exchange;
    receive_from_ = from;
    timeouts_ = timeouts;
    if (exchange == Exchange::message)
        clear_hazards(hazard_kernel_message);
    else
        set_hazards(hazard_kernel_message);
}

void TcbApi::add_sender(Tcb& sender) {
    senders_.push_back(sender);
    has_senders_ = true;
}

void TcbApi::remove_sender(Tcb& sender) {
    senders_.remove(sender);
    has_senders_ = !senders_.is_empty();
}

void TcbApi::set_kernel_message(u64 tag, u64 word1, u64 word2) {
    kernel_message_[0] = tag;
    kernel_message_[1] = word1;
    kernel_message_[2] = word2;
}

void TcbApi::become(ThreadId id, Space& space, ThreadId scheduler) {
    id_ = id;
    space_ = &space;
    space_->add_thread();
    scheduler_ = scheduler;
}

void TcbApi::move_to(Space& space) {
    space_->remove_thread();
    space_ = &space;
    space_->add_thread();
}

void TcbApi::end_delay() {
    if (allowance_.delayed_us == 0) return;
    allowance_.delayed_us = 0;
    set_preemption_flags(preemption_flags() & ~u64{PreemptionFlag::preemption_pending});
}

void TcbApi::cease() {
    id_ = free_slot;
    space_->remove_thread();
    space_ = nullptr;
    utcb_ = nullptr;
    obstacles_ = hazard_inactive | rank();
    allowance_ = {};
    long_transfer_ = {};
    waiting_for_ = ThreadId::nil();
    sending_to_ = ThreadId::nil();
}

void TcbApi::rename(ThreadId id) {
    id_ = id;
    if (utcb_) utcb_->global_id = id;
}

void TcbApi::set_utcb(Utcb& utcb, vaddr address) {
    utcb_ = &utcb;
    utcb_address_ = address;
    utcb.global_id = id_;
    utcb.processor = 0;
}

} // namespace flat::api
