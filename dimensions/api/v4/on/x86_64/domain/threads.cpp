// SPDX-License-Identifier: BSD-2-Clause
// The threads of the assembly's domains, of which each can end and be made anew, and of which
// several can be of one image.
#include "root.hpp"

#include <core/memory.hpp>
#include <domain/attendant.hpp>
#include <domain/message.hpp>
#include <domain/threads.hpp>

namespace flat::domain {

constinit l4::ThreadId threads[boot::domains_max + 1] = {};

namespace {

/// By slot, from 1 on.
constinit l4::ThreadId known[l4::domain_slots_max + 1] = {};

constexpr u64 in_message = l4::Utcb::message_register_count - 1;

/// Asks for the threads from a place on, of which the words then are; returns how many. Those above
/// the message's own are in the UTCB.
u64 ask(u64 place, Message& message) {
    message = {0, {place}};
    ask_root(l4::DomainRequest::threads, 1, message);
    return l4::MessageTag(message.tag).untyped_words();
}

} // namespace

void find_threads() {
    threads[0] = utcb().pager;
    u64 count = in_message;
    for (u64 place = 1; count == in_message; place += count) {
        Message message;
        count = ask(place, message);
        u64* const words = utcb().message_registers + 1;
        memcpy(words, message.words, sizeof message.words);
        for (u64 i = 0; i < count; ++i)
            threads[place + i] = l4::ThreadId(words[i]);
    }
}

l4::ThreadId known_in(u64 slot) {
    return known[slot];
}

void lost(l4::ThreadId called, u64 tag) {
    if (!l4::MessageTag(tag).failed() || !has_no_partner() || is_attendant()) return;
    l4::ThreadId const thread = l4::DomainThread::first(thread_of(0).number(), called);
    if (known_in(slot_of(thread)) == thread) forget(slot_of(thread));
    u64 const place = l4::DomainThread::place(thread);
    if (threads[place] != thread) return;
    Message message;
    if (ask(place, message) > 0) threads[place] = l4::ThreadId(message.words[0]);
}

void meet(l4::ThreadId thread) {
    u64 const slot = slot_of(thread);
    if (known[slot] == thread || is_attendant()) return;
    known[slot] = thread;
    // What is released may call others, and the message that has come is still to be read.
    u64* const registers = utcb().message_registers;
    u64 kept[l4::Utcb::message_register_count];
    memcpy(kept, registers, sizeof kept);
    forget(slot);
    memcpy(registers, kept, sizeof kept);
}

} // namespace flat::domain
