// SPDX-License-Identifier: BSD-2-Clause
// Sends anything to the thread of another L4 task, and to the root task.
#include <demo/domains/raw_sender.hpp>

#include <core/say.hpp>
#include <domain/call_parts.hpp>
#include <domain/calls_back.hpp>
#include <domain/message.hpp>
#include <domain/threads.hpp>

namespace flat::demo::domains {

namespace {

/// More than the other task has entries.
constexpr u64 entries = 32;

/// The first ones of `l4::DomainRequest` would be obeyed, and `attend`; others are for who makes
/// domains.
u64 strange_label(u64 random) {
    constexpr u64 first = 6;
    u64 const label = first + random % 1000;
    return label == u64(l4::DomainRequest::attend) ? first : label;
}

/// A partner that is asked for nothing answers nothing.
constexpr l4::Timeouts soon{l4::Time::milliseconds(20), l4::Time::milliseconds(20)};

} // namespace

void RawSender::run() {
    state_ = (place + messages) * 0x9e3779b97f4a7c15 + 1;
    u32 answered = 0;
    for (u32 i = 0; i < messages; ++i)
        answered += send();
    Text const how_many = answered > 0 ? "some" : "none";
    say(*log, "{} messages, {} of them answered as calls", messages, how_many);
    u8 text[] = {'f', 'l', 'a', 't'};
    if (ledger && ledger->reverse(text).is_ok())
        say(*log, "the ledger still answers: flat is {}", Text::from_bytes(text));
}

bool RawSender::send() {
    l4::Utcb& utcb = domain::utcb();
    u32 const untyped = static_cast<u32>(random() % 64);
    u32 const typed = random() % 8 == 0 ? static_cast<u32>(random() % 64) : 0;
    utcb.message_registers[0] = l4::MessageTag(label(), untyped, typed).raw();
    for (u32 i = 1; i < l4::Utcb::message_register_count; ++i)
        utcb.message_registers[i] = word();
    l4::ThreadId const thread = domain::thread_of(place);
    l4::ThreadId const other = to_attendant ? l4::DomainThread::attendant(thread) : thread;
    switch (random() % 16) {
    case 0: // nobody waits for the answer
        domain::exchange_in_utcb(other, l4::ThreadId::nil(), soon);
        return false;
    case 1:
        utcb.message_registers[0] = l4::MessageTag(strange_label(random()), untyped).raw();
        domain::exchange_in_utcb(domain::thread_of(0), l4::ThreadId::nil(), soon);
        return false;
    default:
        domain::exchange_in_utcb(other, other, soon);
        return domain::is_answer(utcb.message_registers[0]);
    }
}

/// Mostly a number that an entry has, or nearly; or a method of an object that was never passed.
u64 RawSender::label() {
    if (random() % 16 == 0) return random() & (~u64{0} >> 16);
    if (random() % 8 == 0)
        return (domain::first_of_objects + random() % 8) << domain::part_bits | random() % 4;
    return random() % entries << domain::part_bits | random() % 4;
}

/// Sizes, places and numbers of enumerators are small.
u64 RawSender::word() {
    switch (random() % 8) {
    case 0:
        return random();
    case 1:
        return ~random() % 16;
    case 2:
        return random() % 100000;
    case 3:
        return domain::payload_bytes_max - random() % 16;
    default:
        return random() % 16 * 8;
    }
}

/// Marsaglia's xorshift64*.
u64 RawSender::random() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return (state_ * 0x2545f4914f6cdd1d) >> 16;
}

} // namespace flat::demo::domains
