// SPDX-License-Identifier: BSD-2-Clause
// A task whose successors, in the same slot, do one after the other what no server should.
#include <keeping/successors/impostor.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <domain/call_parts.hpp>
#include <domain/message.hpp>
#include <keeping/successors/way.hpp>

namespace flat::keeping::successors {

namespace {

/// Clients that do not wait are not waited for.
constexpr ::l4::Timeouts only_if_it_waits{::l4::Time::zero(), ::l4::Time::never()};
constexpr ::l4::Timeouts soon{::l4::Time::zero(), ::l4::Time::milliseconds(100)};

constexpr u64 method_add = 0; // of `Tally`; the others come after it
constexpr u64 methods = 3;

constexpr u32 died = 7;

} // namespace

void Impostor::run() {
    switch (way_of(::l4::DomainThread::generation(domain::utcb().global_id))) {
    case Way::honest:
        return;
    case Way::collects:
        collect();
    case Way::replays:
        replay();
    case Way::forges:
        forge();
    case Way::hangs:
        hang();
    case Way::dies:
        die();
    case Way::count:
        break;
    }
    panic("there is no such way");
}

void Impostor::collect() {
    for (;;) {
        ::l4::ThreadId const client = take();
        u64 const* const registers = domain::utcb().message_registers;
        found_.add(registers + 1, ::l4::MessageTag(registers[0]).untyped_words());
        call_back(client, method_add);
        found_.leave(*accomplice);
        domain::utcb().message_registers[0] = domain::refused_tag;
        answer(client);
    }
}

void Impostor::replay() {
    found_.take(*accomplice);
    for (;;) {
        ::l4::ThreadId const client = take();
        for (u64 method = 0; method < methods; ++method)
            call_back(client, method);
        forger_.write_answer_with_found();
        answer(client);
    }
}

void Impostor::forge() {
    found_.take(*accomplice);
    for (;;) {
        ::l4::ThreadId const client = take();
        forger_.write_any();
        answer(client);
    }
}

void Impostor::hang() {
    for (;;)
        take();
}

void Impostor::die() {
    take();
    power->power_off(died);
    panic("it has outlived its end");
}

/// The next message of anybody. It has no word that was not meant for this domain.
::l4::ThreadId Impostor::take() {
    for (u64& word : domain::utcb().message_registers)
        word = 0;
    ::l4::ThreadId const client =
        domain::exchange_in_utcb(::l4::ThreadId::nil(), ::l4::ThreadId::any(), only_if_it_waits);
    for (u64 const word : domain::utcb().message_registers)
        if (word == secret) say(*log, "a secret was seen");
    return client;
}

void Impostor::answer(::l4::ThreadId client) {
    domain::exchange_in_utcb(client, ::l4::ThreadId::nil(), only_if_it_waits);
}

/// Calls what has one of the words found as its name, in the middle of the client's call.
void Impostor::call_back(::l4::ThreadId client, u64 method) {
    for (u32 i = 0; i < found_.count(); ++i) {
        Forger::write_call_of_object(found_[i], method);
        domain::exchange_in_utcb(client, client, soon);
    }
}

void* Impostor::Book::narrow(InterfaceId id) {
    if (id == demo::Tally::interface_id) return static_cast<demo::Tally*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::keeping::successors
