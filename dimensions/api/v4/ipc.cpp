// SPDX-License-Identifier: BSD-2-Clause
// IPC: the rendezvous of senders and receivers (L4 X.2, section 5.6).
#include <api/ipc.hpp>

#include <abi/current.hpp>
#include <abi/user_context.hpp>
#include <core/compiler.hpp>

namespace flat::api {

namespace {

/// How many receive phases follow each other in a step.
constexpr u32 receives_at_once = 8;

/// How many partners of an ending thread are notified in a step.
constexpr u32 abandoned_at_once = 8;

/// Message registers that travel in the processor's registers on the short path, tag included.
constexpr u32 register_words = 8;

/// Whether a thread that waits for `from` takes a message of `sender`.
bool matches(Tcb& receiver, ThreadId from, Tcb& sender) {
    if (from == ThreadId::any_local()) return sender.space() == receiver.space();
    return from == ThreadId::any() || from == sender.apparent_id() || from == sender.id();
}

/// Copies words, and moves both pointers on. They are all that it keeps, beside one word.
template<u32 count>
[[gnu::always_inline]] inline void copy_words(u64 const*& from, u64*& to) {
#pragma GCC unroll 8
    for (u32 i = 0; i < count; ++i)
        to[i] = from[i];
    from += count;
    to += count;
    hide_origin(from);
    hide_origin(to);
}

/// Copies what of a message is not in processor registers. Two pointers and a number are all that
/// it keeps: registers that the message is in are not free.
[[gnu::always_inline]] inline void copy_beyond_registers(Utcb const& from, Utcb& to, u64 tag) {
    hide_origin(tag);
    u64 const* source = from.message_registers + register_words;
    u64* target = to.message_registers + register_words;
    u32 left = MessageTag{tag}.untyped_words() - (register_words - 1);
    if (left & 1) copy_words<1>(source, target);
    if (left & 2) copy_words<2>(source, target);
    if (left & 4) copy_words<4>(source, target);
    for (left &= ~7u; left != 0; left -= 8)
        copy_words<8>(source, target);
}

} // namespace

Ipc::Ipc(Ports const& ports, Attributes const& attributes) : IpcComponent(ports, attributes) {
    dispatcher->report_to(*this);
}

[[gnu::always_inline]] inline Tcb* Ipc::waiting_partner(Tcb& sender, u64 to, u64 from) {
    Tcb& partner = threads->slot(to);
    if (partner.id().raw() != to || !partner.accepts(sender.id())) return nullptr;
    if (from != to && (from != ThreadId::any().raw() || sender.has_senders())) return nullptr;
    return &partner;
}

[[gnu::always_inline]] inline void Ipc::proceed(Tcb& sender, Tcb& partner, u64 from, u64 tag) {
    partner.stop_waiting();
    sender.wait_for(ThreadId{from});
    if (MessageTag{tag}.untyped_words() >= register_words)
        copy_beyond_registers(*sender.utcb(), *partner.utcb(), tag);
    dispatcher->switch_directly(sender, partner);
}

// The short path (Dannowski 2004, section 4): untyped words to a partner that waits for them
// already, then waiting for its answer or for anybody, without a limit. All tests come before the
// first store, so that refusing costs nothing and the general path starts from the state of the
// entry. The id in the slot is compared with all of `to`: that checks existence and version at
// once. Hazards are one word, of processor and partner together, for whatever makes a thread a
// special case; of these, a time-out of the partner's, which the message ends, and FPU registers of
// either side are the least rare.
// Below them is the partner's rank: the same comparison keeps it from running before a ready thread
// that is more urgent.
Tcb* Ipc::send_and_wait(Tcb& sender, u64 to, u64 from, u64 timeouts, u64 tag) {
    if (!MessageTag{tag}.is_plain()) return nullptr;
    compiler_barrier(); // two tests of a register each, not one of what is computed of both
    if (!Timeouts{timeouts}.receive().is_never()) return nullptr;
    Tcb* const partner = waiting_partner(sender, to, from);
    if (!partner) return nullptr;
    if (!clear_way(*partner)) return nullptr; // the runner has no hazards
    proceed(sender, *partner, from, tag);
    return partner;
}

// The same with a limit to the second phase. The thread's time-out is renewed unless the wheel has
// to file it anew, which is left to the general path; what refuses after that takes it back.
Tcb* Ipc::send_and_wait_limited(Tcb& sender, u64 to, u64 from, u64 timeouts, u64 tag) {
    Time const limit = Timeouts{timeouts}.receive();
    if (!MessageTag{tag}.is_plain()) return nullptr;
    compiler_barrier(); // as above
    if (!limit.is_period()) return nullptr;
    Tcb* const partner = waiting_partner(sender, to, from);
    if (!partner) return nullptr;
    u64 const delay_us = limit.in_microseconds();
    if (delay_us == 0 || !dispatcher->renew_timeout(sender, delay_us)) return nullptr;
    if (!clear_way(*partner)) {
        dispatcher->cancel_timeout(sender);
        return nullptr;
    }
    proceed(sender, *partner, from, tag);
    return partner;
}

// Both phases are written into the sender first; from then on whoever meets it in a queue can carry
// its exchange on, so that no thread ever needs a kernel stack to wait on.
void Ipc::exchange(Tcb& sender, u64 to, u64 from, u64 timeouts) {
    sender.begin_exchange(Exchange::message, ThreadId{from}, timeouts);
    Tcb* partner = nullptr;
    if (ThreadId{to}.is_nil())
        receive(sender);
    else
        partner = send(sender, route(sender, ThreadId{to}));
    dispatcher->settle(partner);
}

// A fault is a message in the thread's name (section 5.7): the answer resumes it, however late.
bool Ipc::report(Tcb& thread, u64 handler, u64 label, u64 word1, u64 word2) {
    MessageTag const tag{label, 2};
    return report_at_once(thread, handler, tag, word1, word2) ||
           call_handler(thread, handler, Exchange::fault, tag, word1, word2);
}

bool Ipc::report_exception(Tcb& thread, u64 handler) {
    MessageTag const tag{ExceptionMessage::label, abi::exception_words};
    return call_handler(thread, handler, Exchange::exception, tag, 0, 0);
}

bool Ipc::call_handler(Tcb& thread, u64 handler, Exchange exchange, MessageTag tag, u64 word1,
                       u64 word2) {
    if (!threads->find(handler) || handler == thread.id().raw()) return false;
    thread.begin_exchange(exchange, ThreadId{handler}, 0);
    thread.set_kernel_message(tag.raw(), word1, word2);
    dispatcher->settle(send(thread, ThreadId{handler}));
    return true;
}

// A handler that waits, and is no special case, gets the tag, which is all, where it finds it.
void Ipc::raise(Tcb& interrupt, u64 handler) {
    u64 const tag = MessageTag(InterruptMessage::label, 0).raw();
    interrupt.begin_exchange(Exchange::interrupt, ThreadId{handler}, 0);
    Tcb& partner = threads->slot(handler);
    bool const is_simple = partner.id().raw() == handler && partner.accepts(interrupt.id()) &&
                           (partner.hazards() & ~light_hazards) == 0 && !interrupt.has_senders();
    if (!is_simple) {
        interrupt.set_kernel_message(tag, 0, 0);
        send(interrupt, ThreadId{handler});
        return;
    }
    partner.stop_waiting();
    dispatcher->cancel_timeout(partner);
    partner.utcb()->message_registers[0] = tag;
    partner.load_tag(interrupt.id(), tag);
    interrupt.wait_for(ThreadId{handler});
    dispatcher->make_ready(partner);
}

void Ipc::await_start(Tcb& thread, u64 pager) {
    thread.begin_exchange(Exchange::start, ThreadId{pager}, 0);
    if (Tcb* const sender = take_or_wait(thread)) receive(*sender);
}

void Ipc::unwind(Tcb& thread, u32 error) {
    bool const is_ended = IpcError::Code{error} != IpcError::Code::timeout;
    if (is_ended && thread.long_transfer().partner) return abort_long_transfer(thread);
    if (thread.is_sending()) {
        threads->slot(thread.sending_to().raw()).remove_sender(thread);
        thread.stop_sending();
        fail(thread, IpcError::Code{error}, IpcError::Phase::send);
    } else if (thread.is_waiting()) {
        thread.stop_waiting();
        fail(thread, IpcError::Code{error}, IpcError::Phase::receive);
    }
}

bool Ipc::abandon_partners(Tcb& thread) {
    abort_long_transfer(thread);
    u32 count = 0;
    for (; thread.has_senders() && count < abandoned_at_once; ++count) {
        Tcb& sender = *thread.senders().begin();
        thread.remove_sender(sender);
        sender.stop_sending();
        fail(sender, IpcError::Code::non_existing_partner, IpcError::Phase::send);
    }
    // Receivers are in no queue of their partner, so all threads are looked at: deletion is rare.
    for (u64 number = 0; number >> threads->number_bits() == 0; ++number) {
        Tcb& other = threads->slot(number << 32);
        if (other.waiting_for() != thread.id()) continue;
        if (count++ == abandoned_at_once) break;
        other.stop_waiting();
        fail(other, IpcError::Code::non_existing_partner, IpcError::Phase::receive);
    }
    return count < abandoned_at_once;
}

void Ipc::expired(Tcb& thread) {
    unwind(thread, static_cast<u32>(IpcError::Code::timeout));
}

// The scheduler's message (section 3.4). Nobody could wake a thread without one.
void Ipc::exhausted(Tcb& thread) {
    MessageTag const tag{PreemptionMessage::label, PreemptionMessage::words};
    u64 const scheduler = thread.scheduler().raw();
    if (call_handler(thread, scheduler, Exchange::quantum, tag, dispatcher->now_us(), 0)) return;
    thread.set_hazards(hazard_halted);
    dispatcher->settle(nullptr);
}

// Only a handler that waits gets it: the thread is delayed enough.
void Ipc::preempted(Tcb& thread) {
    ThreadId const handler = thread.utcb()->exception_handler;
    if (!threads->find(handler.raw()) || handler == thread.id()) return;
    Timeouts const timeouts{Time::zero(), Time::never()};
    MessageTag const tag{PreemptionMessage::label, PreemptionMessage::words};
    thread.begin_exchange(Exchange::notice, ThreadId::nil(), timeouts.raw());
    thread.set_kernel_message(tag.raw(), dispatcher->now_us(), 0);
    send(thread, handler);
}

void Ipc::finish(Tcb& thread) {
    if (thread.exchange() == Exchange::message)
        thread.set_result_tag(0);
    else
        thread.end_exchange();
    dispatcher->make_ready(thread);
}

Tcb* Ipc::send(Tcb& sender, ThreadId to) {
    Tcb* const partner = threads->partner(to.raw());
    if (!partner) {
        fail(sender, IpcError::Code::non_existing_partner, IpcError::Phase::send);
        return nullptr;
    }
    if (!partner->is_waiting() || !matches(*partner, partner->waiting_for(), sender)) {
        wait_to_send(sender, *partner);
        return nullptr;
    }
    // From here the receiver is this exchange's: neither its timeout nor another sender may end it.
    partner->stop_waiting();
    dispatcher->cancel_timeout(*partner);
    bool const is_there = transfer(sender, *partner) || (is_moving(sender) && advance(sender));
    if (is_there) receive(sender);
    return partner;
}

// A loop in place of recursion: each message that is taken lets its sender begin to receive, whose
// own sender may wait, and so on along a chain of calls, which hostile programs can make long: then
// the next one does the rest when it runs. Interrupts never do; their partners are no interrupts.
void Ipc::receive(Tcb& thread) {
    Tcb* receiver = &thread;
    for (u32 i = 0; receiver && (i < receives_at_once || receiver->never_runs()); ++i)
        receiver = receive_one(*receiver);
    if (!receiver) return;
    receiver->set_hazards(hazard_working);
    dispatcher->make_ready(*receiver);
}

Tcb* Ipc::receive_one(Tcb& receiver) {
    ThreadId const from = receiver.receive_from();
    if (from.is_nil()) {
        finish(receiver);
        return nullptr;
    }
    if (!from.is_wildcard() && !threads->partner(from.raw())) {
        fail(receiver, IpcError::Code::non_existing_partner, IpcError::Phase::receive);
        return nullptr;
    }
    return take_or_wait(receiver);
}

Tcb* Ipc::take_or_wait(Tcb& receiver) {
    Tcb* const sender = first_sender(receiver);
    if (!sender) {
        wait_to_receive(receiver);
        return nullptr;
    }
    receiver.remove_sender(*sender);
    sender->stop_sending();
    dispatcher->cancel_timeout(*sender);
    if (transfer(*sender, receiver)) return sender;
    if (is_moving(*sender)) dispatcher->make_ready(*sender);
    return nullptr;
}

Tcb* Ipc::first_sender(Tcb& receiver) {
    // In the order in which they began to wait, so that nobody starves.
    for (Tcb& sender : receiver.senders())
        if (matches(receiver, receiver.receive_from(), sender)) return &sender;
    return nullptr;
}

void Ipc::wait_to_send(Tcb& sender, Tcb& partner) {
    Time const timeout = Timeouts{sender.timeouts()}.send();
    if (!timeout.is_never()) {
        u64 const delay_us = timeout.delay_us(dispatcher->now_us());
        if (delay_us == 0) return fail(sender, IpcError::Code::timeout, IpcError::Phase::send);
        dispatcher->set_timeout(sender, delay_us);
    }
    sender.send_to(partner.id());
    partner.add_sender(sender);
}

void Ipc::wait_to_receive(Tcb& receiver) {
    Time const timeout = Timeouts{receiver.timeouts()}.receive();
    if (!timeout.is_never()) {
        u64 const delay_us = timeout.delay_us(dispatcher->now_us());
        if (delay_us == 0) return fail(receiver, IpcError::Code::timeout, IpcError::Phase::receive);
        dispatcher->set_timeout(receiver, delay_us);
    }
    receiver.wait_for(receiver.receive_from());
}

} // namespace flat::api
