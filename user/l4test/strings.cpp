// SPDX-License-Identifier: BSD-2-Clause
// Strings between threads and address spaces: whole, in part, with pages missing, cut off.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/strings.hpp>

namespace l4test {

using l4::ExchangeControl;
using l4::IpcError;
using l4::PageFault;
using l4::StringHeader;
using l4::ThreadId;
using l4::Time;
using l4::Timeouts;
using l4::Word;
using Code = l4::IpcError::Code;
using Phase = l4::IpcError::Phase;

namespace {

constexpr Word array_bytes = 256 << 10;
alignas(4096) flat::u8 source[array_bytes];
alignas(4096) flat::u8 target[array_bytes];

/// An address of helpers with spaces of their own that the root task never maps.
constexpr Word nowhere = 0x4000'0000;

Word volatile partner_raw;
Word volatile sender_timeouts;
Word volatile receiver_timeouts;
Word volatile receive_first; // bytes of the target; what comes after them goes nowhere
Word volatile bytes_sent;
unsigned volatile senders_hint;
unsigned volatile receivers_hint;
Word volatile send_outcome;
Word volatile receive_outcome;

template<class Outcome>
Word outcome_of(Outcome const& outcome) {
    return outcome.is_error() ? outcome.error().raw() : 0;
}

constexpr Word not_yet = ~Word{0};

void fill() {
    for (Word i = 0; i < array_bytes; ++i) {
        source[i] = static_cast<flat::u8>(i * 7 + i / 251);
        target[i] = 0;
    }
    send_outcome = not_yet;
    receive_outcome = not_yet;
}

bool are_equal(Word bytes) {
    for (Word i = 0; i < bytes; ++i)
        if (source[i] != target[i]) return false;
    return bytes == array_bytes || target[bytes] == 0;
}

/// Sends the first bytes to the partner.
void send_string() {
    static_cast<void>(*static_cast<flat::u8 volatile*>(source)); // its first page is there
    l4::my_utcb().transfer_timeouts = sender_timeouts;
    l4::write_string(1, source, bytes_sent);
    Word& header = l4::my_utcb().message_registers[1];
    header = StringHeader(header).hinted(senders_hint).raw();
    send_outcome = outcome_of(l4::send(ThreadId(partner_raw)));
    tell_root(1);
    rest();
}

void receive_string() {
    l4::my_utcb().transfer_timeouts = receiver_timeouts;
    l4::accept_string(target, receive_first);
    l4::Utcb& utcb = l4::my_utcb();
    if (receive_first < bytes_sent) {
        utcb.buffer_register(3) = StringHeader::of(array_bytes).hinted(receivers_hint).raw();
        utcb.buffer_register(4) = nowhere;
    }
    StringHeader const first = StringHeader::of(receive_first).hinted(receivers_hint);
    utcb.buffer_register(1) = (receive_first < bytes_sent ? first.continued() : first).raw();
    auto const received = l4::wait();
    receive_outcome = outcome_of(received);
    if (received.is_ok() && l4::string_bytes(1) != bytes_sent) receive_outcome = not_yet;
    tell_root(2);
    rest();
}

void prepare(Word bytes, Word first = array_bytes) {
    fill();
    bytes_sent = bytes;
    receive_first = first;
    sender_timeouts = Timeouts().raw();
    receiver_timeouts = Timeouts().raw();
}

/// Serves faults on the program until both have told; false when one says something else.
bool have_both_told(Time timeout = soon) {
    for (int i = 0; i < 2; ++i) {
        auto const message = next_message(timeout);
        if (message.is_error() || message.value().tag != l4::MessageTag(0, 1)) return false;
    }
    return true;
}

void test_whole(Suite& suite, Home home, Word bytes, char const* sentence) {
    prepare(bytes);
    Helper const receiver(receive_string, home);
    partner_raw = receiver.id().raw();
    Helper const sender(send_string, home);
    bool const have_told = have_both_told();
    suite.check(have_told && send_outcome == 0 && receive_outcome == 0 && are_equal(bytes),
                sentence);
}

/// On this architecture each hint may be given, and means nothing (AMD64 binding).
void test_hints(Suite& suite, Home home, Word bytes, char const* sentence) {
    bool are_taken = true;
    for (unsigned hints = 1; hints < 16; ++hints) {
        prepare(bytes);
        senders_hint = hints & 3;
        receivers_hint = hints >> 2;
        Helper const receiver(receive_string, home);
        partner_raw = receiver.id().raw();
        Helper const sender(send_string, home);
        bool const is_whole = have_both_told() && send_outcome == 0 && receive_outcome == 0;
        are_taken = are_taken && is_whole && are_equal(bytes);
    }
    senders_hint = 0;
    receivers_hint = 0;
    suite.check(are_taken, sentence);
}

/// What sends to a thread.
auto sending_to(ThreadId thread) {
    partner_raw = thread.raw();
    return send_string;
}

/// Two threads, the receiver of which waits for a page that never comes.
struct Stuck {
    static Word address_of_fault() {
        auto const message = next_message();
        bool const is_fault = message.is_ok() && PageFault::is(message.value().tag);
        return is_fault ? l4::message_word(0) : 0;
    }

    Helper receiver{receive_string, Home::own_space};
    Helper sender{sending_to(receiver.id()), Home::own_space};
    Word fault_address = address_of_fault();
};

bool are_outcomes(Code senders, Code receivers, Word bytes) {
    return send_outcome == IpcError(Phase::send, senders, bytes).raw() &&
           receive_outcome == IpcError(Phase::receive, receivers, bytes).raw();
}

void test_timeouts(Suite& suite) {
    constexpr Time brief = Time::milliseconds(20);
    prepare(1000, 0);
    receiver_timeouts = Timeouts(Time::never(), brief).raw();
    {
        Stuck stuck;
        suite.check(stuck.fault_address == nowhere, "a receiver's pager is asked for its buffer");
        suite.check(have_both_told() && are_outcomes(Code::transfer_timeout_partners,
                                                     Code::transfer_timeout_mine, 0),
                    "a receiver's transfer time-out ends the transfer");
    }
    constexpr Word bytes_there = 5000;
    prepare(array_bytes, bytes_there);
    sender_timeouts = Timeouts(brief, Time::never()).raw();
    {
        Stuck const stuck;
        suite.check(stuck.fault_address == nowhere && have_both_told() &&
                        are_outcomes(Code::transfer_timeout_partners, Code::transfer_timeout_mine,
                                     bytes_there),
                    "a sender's does, too, and tells how much was copied");
    }
    prepare(1000, 0);
    sender_timeouts = Timeouts(Time::zero(), Time::never()).raw();
    Helper const receiver(receive_string, Home::own_space);
    partner_raw = receiver.id().raw();
    Helper const sender(send_string, Home::own_space);
    suite.check(have_both_told() &&
                    are_outcomes(Code::transfer_timeout_partners, Code::transfer_timeout_mine, 0),
                "a transfer time-out of nothing allows no fault");
}

void cancel(ThreadId thread, Word control) {
    static_cast<void>(l4::exchange_registers(thread, {.control = control}).is_ok());
}

void test_aborts(Suite& suite) {
    prepare(1000, 0);
    {
        Stuck stuck;
        auto const state = [](ThreadId thread) {
            auto const result = l4::schedule(thread, {});
            return result.is_ok() ? result.value().state : l4::ThreadState::error;
        };
        suite.check(state(stuck.sender.id()) == l4::ThreadState::sending &&
                        state(stuck.receiver.id()) == l4::ThreadState::receiving,
                    "both are sending and receiving meanwhile");
        cancel(stuck.sender.id(), ExchangeControl::cancel_receive);
        suite.check(send_outcome == not_yet, "a sender does not receive");
        cancel(stuck.sender.id(), ExchangeControl::cancel_send);
        suite.check(have_both_told() && are_outcomes(Code::aborted, Code::aborted, 0),
                    "a sender can be made to stop");
    }
    prepare(1000, 0);
    {
        Stuck const stuck;
        cancel(stuck.receiver.id(), ExchangeControl::cancel_receive);
        suite.check(have_both_told() && are_outcomes(Code::aborted, Code::aborted, 0),
                    "a receiver can be made to stop");
    }
    prepare(1000, 0);
    Stuck stuck;
    stuck.receiver.end();
    suite.check(next_message().is_ok() &&
                    send_outcome == IpcError(Phase::send, Code::aborted).raw(),
                "a sender whose receiver is deleted goes on");
}

/// Accepts two strings of 100 bytes.
void receive_two() {
    l4::accept_string(target, 100);
    l4::Utcb& utcb = l4::my_utcb();
    utcb.buffer_register(1) = StringHeader::of(100).followed().raw();
    utcb.buffer_register(3) = StringHeader::of(100).raw();
    utcb.buffer_register(4) = flat::address_of(target + 100);
    static_cast<void>(l4::wait().is_ok());
    rest();
}

/// Sends a message of these typed words.
template<class... Words>
l4::Result<l4::Received, IpcError> send_raw(Words... words) {
    Helper const receiver(receive_two);
    l4::write_message(0, words...);
    l4::my_utcb().message_registers[0] = l4::MessageTag(0, 0, sizeof...(words)).raw();
    return l4::send(receiver.id(), soon);
}

bool is_overflow(l4::Result<l4::Received, IpcError> const& result, Word bytes) {
    return result.is_error() &&
           result.error().raw() == IpcError(Phase::send, Code::message_overflow, bytes).raw();
}

void test_forms(Suite& suite) {
    Word const here = flat::address_of(source);
    Word const simple = StringHeader::of(100).raw();
    prepare(0);
    suite.check(send_raw(simple, here, simple, here + 100).is_ok() && are_equal(200),
                "two strings go into two buffers");
    prepare(0);
    suite.check(send_raw(StringHeader::of(30, 2).continued().raw(), here, here + 30,
                         StringHeader::of(40).raw(), here + 60)
                        .is_ok() &&
                    are_equal(100),
                "a string may be compound");
    suite.check(is_overflow(send_raw(StringHeader::of(101).raw(), here), 100),
                "a string that is too long arrives in part");
    suite.check(is_overflow(send_raw(simple, here, simple, here, simple, here), 200),
                "a third string finds no buffer");
    suite.check(is_overflow(send_raw(StringHeader::of(10, 2).raw(), here), 0),
                "a string must have all its addresses");
    suite.check(is_overflow(send_raw(StringHeader::of((4 << 20) + 1).raw(), here), 0),
                "a string has at most 4 MB");
    constexpr Word of_nobody[] = {0xffff'8000'0000'0000, 0x8000'0000'0000, ~Word{0} - 50};
    for (Word const address : of_nobody)
        suite.check(is_overflow(send_raw(simple, address), 0), "a string is in user memory");
}

Word volatile wake_ups_during;

/// So much that 31 times of it take far longer than two wake-ups, which are two ticks apart: a copy
/// of a word is an instruction at least, and a tick here is a million of them.
constexpr Word much_bytes = 1 << 20;
alignas(4096) flat::u8 much[much_bytes];

/// Sends as much in one message as one can: the same memory again and again, to where it is.
void send_much() {
    auto& registers = l4::my_utcb().message_registers;
    for (;;) {
        unsigned index = 1;
        registers[index++] = StringHeader::of(much_bytes, 32).raw();
        for (int i = 0; i < 32; ++i)
            registers[index++] = flat::address_of(much);
        registers[0] = l4::MessageTag(0, 0, index - 1).raw();
        Word const before = wake_ups;
        send_outcome = outcome_of(l4::send(ThreadId(partner_raw)));
        if (wake_ups - before > wake_ups_during) wake_ups_during = wake_ups - before;
    }
}

void receive_much() {
    l4::Utcb& utcb = l4::my_utcb();
    utcb.accept_strings(l4::Fpage::nil());
    utcb.buffer_register(1) = StringHeader::of(much_bytes, 31).raw();
    for (unsigned i = 0; i < 31; ++i)
        utcb.buffer_register(2 + i) = flat::address_of(much);
    for (;;)
        static_cast<void>(l4::wait().is_ok());
}

void test_interrupts(Suite& suite) {
    prepare(0);
    Helper const receiver(receive_much);
    partner_raw = receiver.id().raw();
    Helper const sender(send_much);
    Helper const waking(wake_up_often);
    static_cast<void>(l4::schedule(waking.id(), {.priority = 200}).is_ok());
    for (int i = 0; i < 100 && wake_ups_during < 2; ++i)
        l4::sleep(Time::milliseconds(10));
    suite.check(wake_ups_during >= 2, "others run while a long message is copied");
    suite.check(is_overflow(IpcError(send_outcome), 31 * much_bytes),
                "a long string may have 32 parts, and a buffer 31");
}

} // namespace

void test_strings(Suite& suite) {
    test_whole(suite, Home::root_space, 1, "a string of a byte goes to a neighbour");
    test_whole(suite, Home::root_space, 10'001, "a string goes to a neighbour");
    test_whole(suite, Home::own_space, 10'001, "a string goes to another address space");
    test_hints(suite, Home::root_space, 1000, "a string that is copied at once has any cache hint");
    test_hints(suite, Home::own_space, 10'001, "a long string has any cache hint, and its buffer");
    test_whole(suite, Home::own_space, array_bytes,
               "a string of 256 KB goes to another address space");
    test_forms(suite);
    test_timeouts(suite);
    test_aborts(suite);
    test_interrupts(suite);
}

} // namespace l4test
