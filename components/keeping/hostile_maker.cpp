// SPDX-License-Identifier: BSD-2-Clause
// Asks the root task for anything, as a task that has a grant to make others; and serves them so.
#include <keeping/hostile_maker.hpp>

#include <core/memory.hpp>
#include <core/utility.hpp>
#include <domain/message.hpp>
#include <domain/tasks.hpp>
#include <domain/threads.hpp>

namespace flat::keeping {

using demo::LedgerError;
using ::l4::DomainRequest;

namespace {

/// What waits for another task's end is not waited for.
constexpr ::l4::Timeouts soon{::l4::Time::milliseconds(5), ::l4::Time::milliseconds(5)};

constexpr u64 requests = 18; // from `fault` on, and a few that there are not

/// What the kernel says in the name of a thread (reference manual, chapter 7).
constexpr i64 page_fault = -2;
constexpr i64 exception = -5;

/// More than there are slots in use.
constexpr u64 slots = 10;

constexpr Text names[] = {
    "victim", "victim", "victim", "hostile",
    "honest", "maker",  "",       "victims that there are not, with a name as long as"};

} // namespace

void HostileMaker::run() {
    random_ = Random(domain::utcb().global_id.raw() ^ seed);
    send(messages);
    if (random() % 4 == 0) power->power_off(static_cast<u32>(random()));
}

Result<u32, LedgerError> HostileMaker::enroll(demo::Tally& member) {
    send(messages_in_a_call);
    if (held_ && random() % 2 == 0) held_->release();
    held_ = &member;
    return static_cast<u32>(random());
}

Result<u64, LedgerError> HostileMaker::ask(u32, u64 amount) {
    send(messages_in_a_call);
    if (random() % 2 == 0) return LedgerError{LedgerError::limit};
    return held_ ? held_->add(amount) : random();
}

Result<void, LedgerError> HostileMaker::hide(u32) {
    send(messages_in_a_call);
    if (held_) return held_->hide();
    return {};
}

Result<void, LedgerError> HostileMaker::clear() {
    send(messages_in_a_call);
    return {};
}

void HostileMaker::send(u32 count) {
    for (u32 i = 0; i < count; ++i)
        send();
}

/// Now and then to another task, or with words that are no plain ones.
void HostileMaker::send() {
    ::l4::Utcb& utcb = domain::utcb();
    for (u32 i = 1; i < ::l4::Utcb::message_register_count; ++i)
        utcb.message_registers[i] = word();
    u64 const chosen = label();
    if (chosen == u64(DomainRequest::create)) write_name();
    u32 const untyped = random() % 8 == 0 ? static_cast<u32>(random() % 64) : 7;
    u32 const typed = random() % 16 == 0 ? static_cast<u32>(random() % 64) : 0;
    utcb.message_registers[0] = ::l4::MessageTag(chosen, untyped, typed).raw();
    u64 const place = random() % 8 == 0 ? random() % 5 : 0;
    ::l4::ThreadId const to = domain::thread_of(place);
    bool const waits = random() % 16 != 0;
    domain::exchange_in_utcb(to, waits ? to : ::l4::ThreadId::nil(), soon);
}

void HostileMaker::write_name() {
    constexpr usize size = 7 * sizeof(u64);
    u64* const registers = domain::utcb().message_registers;
    Text const name = names[random() % (sizeof names / sizeof names[0])];
    memset(registers + 1, 0, size);
    memcpy(registers + 1, name.data(), min<usize>(name.size(), size));
}

/// Half of them make, start and release, so that there is something to be wrong about. It seldom
/// says that it serves, or has had a fault, which ends it: so it does much before.
u64 HostileMaker::label() {
    switch (random() % 512) {
    case 0:
        return random() & (~u64{0} >> 16);
    case 1:
        return ::l4::protocol_label(page_fault, random() % 8);
    case 2:
        return ::l4::protocol_label(exception);
    case 3:
        return u64(DomainRequest::serve);
    default:
        break;
    }
    constexpr DomainRequest usual[] = {DomainRequest::create, DomainRequest::create,
                                       DomainRequest::start, DomainRequest::release};
    if (random() % 2 == 0) return u64(usual[random() % 4]);
    return u64(DomainRequest::fault) + random() % requests;
}

u64 HostileMaker::word() {
    switch (random() % 8) {
    case 0:
        return random();
    case 1:
        return ~u64{0} - random() % 16;
    case 2:
        return random() % 2 == 0 ? ~u64{0} >> 12 : 0x6fff'0000 + random() % 0x10000;
    default:
        return random() % slots;
    }
}

} // namespace flat::keeping
