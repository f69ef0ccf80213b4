// SPDX-License-Identifier: BSD-2-Clause
// Messages with strings, which are copied between address spaces, or with many pages (L4 X.2,
// sections 5.3 to 5.6).
//
// A step is bounded, and interrupts are taken between two of them. A page that is not there is
// asked of its owner's pager by the kernel, in that thread's name, while the other side waits. The
// copy goes from frame to frame, through the kernel's map of all memory: no page of one space ever
// comes into another, so nothing has to be undone.
#include <api/ipc.hpp>

#include <abi/copy.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

namespace flat::api {

namespace {

/// What a step costs at most, and what a piece of it costs beside its words, in instructions.
constexpr u64 step_budget = 2500;
constexpr u64 piece_cost = 250;

constexpr u32 log2_of_short = domain::page_size_log2 + 3;

StringRegisters messages_of(Tcb& sender, LongTransfer const& transfer) {
    return {sender.utcb()->message_registers, 1, transfer.tag.words()};
}

StringRegisters buffers_of(Tcb& receiver) {
    constexpr u32 last = Utcb::buffer_register_count - 1;
    return {&receiver.utcb()->buffer_register(0), -1, last};
}

/// What a fault on a missing right asks of a pager.
u64 fault_label(u32 access) {
    return PageFault::label(access & hal::Mmu::write ? Rights::write : Rights::read);
}

} // namespace

// The message of a pager to a thread that takes part in a long one is itself a short one.
bool Ipc::is_long(Tcb& sender, Tcb& receiver, MessageTag tag) {
    bool const may_be = sender.exchange() == Exchange::message && tag.typed_words() != 0 &&
                        receiver.exchange() != Exchange::copy_fault;
    if (!may_be) return false;
    u64 const* const words = sender.outgoing();
    u64 pages = 0;
    for (u32 i = tag.untyped_words() + 1; i < tag.words(); i += 2) {
        if (StringHeader{words[i]}.is_string()) return receiver.exchange() == Exchange::message;
        Fpage const region{words[i + 1]};
        u32 const log2 = IoFpage::is(region) ? log2_of_short : region.size_log2();
        if (log2 > log2_of_short) return true;
        pages += u64{1} << log2 >> domain::page_size_log2;
    }
    return pages > pages_at_once;
}

bool Ipc::is_moving(Tcb& sender) {
    return (sender.hazards() & hazard_working) && sender.exchange() == Exchange::message;
}

void Ipc::begin_long_transfer(Tcb& sender, Tcb& receiver, MessageTag tag, u32 item, u64 done) {
    LongTransfer& transfer = sender.long_transfer();
    transfer.partner = &receiver;
    transfer.is_sender = true;
    transfer.tag = tag;
    transfer.item = item;
    transfer.passed = done;
    bool const takes_strings =
        receiver.exchange() == Exchange::message && receiver.utcb()->accepts_strings();
    transfer.buffer = takes_strings ? 1 : 0;
    transfer.receive_from = sender.receive_from();
    transfer.timeouts = sender.timeouts();
    receiver.long_transfer().partner = &sender;
    sender.set_hazards(hazard_working);
    receiver.set_hazards(hazard_blocked);
    transfer.own_priority = sender.priority();
    if (receiver.priority() > sender.priority())
        dispatcher->set_priority(sender, receiver.priority());
}

Ipc::Progress Ipc::move_items(Tcb& sender) {
    LongTransfer& transfer = sender.long_transfer();
    u64 budget = step_budget;
    while (transfer.item <= transfer.tag.words()) {
        TypedItem const item{sender.outgoing()[transfer.item]};
        bool const is_string = StringHeader{item.raw()}.is_string();
        if (budget == 0) return Progress::later;
        Progress const progress =
            is_string ? move_string(sender, budget) : move_pages(sender, budget);
        if (progress != Progress::done) return progress;
    }
    return Progress::done;
}

Ipc::Progress Ipc::move_pages(Tcb& sender, u64& budget) {
    LongTransfer& transfer = sender.long_transfer();
    u64 const* const words = sender.outgoing() + transfer.item;
    TypedItem const item{words[0]};
    bool const is_complete = transfer.item < transfer.tag.words();
    if (!is_complete || !(item.is_map() || item.is_grant())) return Progress::failed;
    if (!spaces->make_room()) {
        budget = 0;
        return Progress::later;
    }
    auto const passed = spaces->transfer(sender, *transfer.partner, words[0], words[1],
                                         transfer.passed, pages_at_once);
    if (passed.is_error()) {
        halt_unserved(*transfer.partner, passed.error());
        return Progress::failed;
    }
    budget = 0;
    if (passed.value() != ~u64{0}) {
        transfer.passed = passed.value();
        return Progress::later;
    }
    transfer.passed = 0;
    transfer.item += 2;
    return Progress::done;
}

Ipc::Progress Ipc::move_string(Tcb& sender, u64& budget) {
    LongTransfer& transfer = sender.long_transfer();
    Tcb& receiver = *transfer.partner;
    if (!transfer.is_in_string) {
        if (transfer.buffer == 0) return Progress::failed;
        transfer.from = {static_cast<u16>(transfer.item), 0, 0};
        transfer.to = {static_cast<u16>(transfer.buffer), 0, 0};
        transfer.is_in_string = true;
    }
    StringWalk from{messages_of(sender, transfer), transfer.from};
    StringWalk to{buffers_of(receiver), transfer.to};
    for (;;) {
        auto const state = from.settle();
        if (state == StringWalk::State::malformed) return Progress::failed;
        if (state == StringWalk::State::at_end) break;
        if (to.settle() != StringWalk::State::in_string) return Progress::failed;
        if (budget < 2 * piece_cost) return Progress::later;
        Progress const progress = move_piece(sender, from, to, budget);
        if (progress != Progress::done) return progress;
    }
    transfer.is_in_string = false;
    transfer.item = from.next();
    transfer.from = {};
    if (!to.skip()) return Progress::failed;
    transfer.buffer = to.is_followed() ? to.next() : 0;
    transfer.passed = 0;
    return Progress::done;
}

Ipc::Progress Ipc::move_piece(Tcb& sender, StringWalk& from, StringWalk& to, u64& budget) {
    LongTransfer& transfer = sender.long_transfer();
    Tcb& receiver = *transfer.partner;
    auto const source = spaces->access(*sender.space(), from.address(), hal::Mmu::read);
    if (source.is_error())
        return fault(sender, from.address(), hal::Mmu::read, source.error().code);
    auto const target = spaces->access(*receiver.space(), to.address(), hal::Mmu::write);
    if (target.is_error())
        return fault(receiver, to.address(), hal::Mmu::write, target.error().code);
    u64 const affordable = (budget - piece_cost) * sizeof(u64);
    u64 const wanted = min(from.bytes_left(), to.bytes_left());
    u64 const there = min(source.value().bytes, target.value().bytes);
    u64 const bytes = min(affordable, min(wanted, there));
    abi::copy_string(machine::physical_to_virtual(target.value().physical),
                     machine::physical_to_virtual(source.value().physical), bytes);
    budget -= piece_cost + bytes / sizeof(u64);
    from.advance(bytes);
    to.advance(bytes);
    transfer.bytes += bytes;
    return Progress::done;
}

// The faulting side waits for its pager as after a fault of its own, but not longer than both sides
// allow.
Ipc::Progress Ipc::fault(Tcb& thread, vaddr address, u32 access, hal::MmuError::Code code) {
    if (code != hal::MmuError::Code::not_mapped) return Progress::failed;
    LongTransfer& own = thread.long_transfer();
    Tcb& sender = own.is_sender ? thread : *own.partner;
    Tcb& receiver = own.is_sender ? *own.partner : thread;
    ThreadId const pager = thread.utcb()->pager;
    if (!threads->find(pager.raw()) || pager == thread.id()) {
        end_long_transfer(sender, IpcError::Code::aborted, IpcError::Code::aborted);
        return Progress::later;
    }
    u64 const now_us = dispatcher->now_us();
    Time const limit = shorter(Timeouts{sender.utcb()->transfer_timeouts}.send(),
                               Timeouts{receiver.utcb()->transfer_timeouts}.receive(), now_us);
    if (!limit.is_never() && limit.delay_us(now_us) == 0) {
        fail_copy(thread, IpcError::Code::timeout);
        return Progress::later;
    }
    (own.is_sender ? receiver : sender).set_hazards(hazard_blocked);
    thread.clear_hazards(hazard_blocked);
    thread.begin_exchange(Exchange::copy_fault, pager, Timeouts{limit, limit}.raw());
    vaddr const instruction = thread.frame().instruction_pointer();
    thread.set_kernel_message(MessageTag{fault_label(access), PageFault::words}.raw(), address,
                              instruction);
    (void)send(thread, pager);
    return Progress::later;
}

void Ipc::resume_long_transfer(Tcb& thread) {
    LongTransfer& own = thread.long_transfer();
    Tcb& sender = own.is_sender ? thread : *own.partner;
    Tcb& receiver = own.is_sender ? *own.partner : thread;
    thread.end_exchange();
    sender.begin_exchange(Exchange::message, sender.long_transfer().receive_from,
                          sender.long_transfer().timeouts);
    receiver.set_hazards(hazard_blocked);
    sender.clear_hazards(hazard_blocked);
    dispatcher->make_ready(sender);
}

void Ipc::fail_copy(Tcb& thread, IpcError::Code code) {
    LongTransfer& own = thread.long_transfer();
    Tcb& sender = own.is_sender ? thread : *own.partner;
    if (code != IpcError::Code::timeout)
        return end_long_transfer(sender, IpcError::Code::aborted, IpcError::Code::aborted);
    auto const mine = IpcError::Code::transfer_timeout_mine;
    auto const partners = IpcError::Code::transfer_timeout_partners;
    end_long_transfer(sender, own.is_sender ? mine : partners, own.is_sender ? partners : mine);
}

void Ipc::leave_long_transfer(Tcb& thread) {
    if (thread.is_sending()) {
        threads->slot(thread.sending_to().raw()).remove_sender(thread);
        thread.stop_sending();
    }
    thread.stop_waiting();
    dispatcher->cancel_timeout(thread);
    if (thread.exchange() == Exchange::copy_fault) thread.end_exchange();
    thread.clear_hazards(hazard_working | hazard_blocked);
    LongTransfer const transfer = thread.long_transfer();
    thread.long_transfer() = {};
    if (transfer.is_sender && transfer.own_priority != thread.priority())
        dispatcher->set_priority(thread, transfer.own_priority);
}

void Ipc::end_long_transfer(Tcb& sender, IpcError::Code senders, IpcError::Code receivers) {
    Tcb& receiver = *sender.long_transfer().partner;
    u64 const bytes = sender.long_transfer().bytes;
    leave_long_transfer(sender);
    leave_long_transfer(receiver);
    fail(receiver, receivers, IpcError::Phase::receive, bytes);
    fail(sender, senders, IpcError::Phase::send, bytes);
}

void Ipc::abort_long_transfer(Tcb& thread) {
    LongTransfer& own = thread.long_transfer();
    if (!own.partner) return;
    Tcb& sender = own.is_sender ? thread : *own.partner;
    end_long_transfer(sender, IpcError::Code::aborted, IpcError::Code::aborted);
}

Tcb* Ipc::advance(Tcb& sender) {
    Progress const progress = move_items(sender);
    if (progress == Progress::later) return nullptr;
    LongTransfer const transfer = sender.long_transfer();
    if (progress == Progress::failed) {
        auto const code = IpcError::Code::message_overflow;
        end_long_transfer(sender, code, code);
        return nullptr;
    }
    Tcb& receiver = *transfer.partner;
    leave_long_transfer(receiver);
    leave_long_transfer(sender);
    sender.begin_exchange(Exchange::message, transfer.receive_from, transfer.timeouts);
    hand_over(sender, receiver, transfer.tag);
    receiver.end_exchange();
    if (sender.is_propagated()) pass_on_wait(sender, receiver);
    dispatcher->make_ready(receiver);
    return &receiver;
}

// The rest of the sender's exchange follows as if the message had been a short one. A thread
// without a long message has a receive phase before it (`pass_on_wait`).
void Ipc::work(Tcb& thread) {
    if (thread.waits_for_mappings()) {
        if (spaces->go_on(thread)) thread.clear_hazards(hazard_working);
        return dispatcher->settle(nullptr);
    }
    if (!thread.long_transfer().partner) {
        thread.clear_hazards(hazard_working);
        receive(thread);
        return dispatcher->settle(nullptr);
    }
    Tcb* const receiver = advance(thread);
    if (receiver) receive(thread);
    dispatcher->settle(receiver);
}

} // namespace flat::api
