// SPDX-License-Identifier: BSD-2-Clause
// Other L4 tasks, with which objects are passed both ways.
//
// The objects are those of bindings/remote: a table with what the other task may call, and stubs
// for what it has passed. Whoever is called while it waits for an answer answers that call first
// (domain/calls_back.hpp).
#pragma once

#include <bindings/ipc/call.hpp>
#include <bindings/ipc/call_in_parts.hpp>
#include <core/calls/passed_table.hpp>
#include <core/containers/first_fit.hpp>
#include <core/image/boot_module.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/utility.hpp>
#include <domain/attendant.hpp>
#include <domain/calls_back.hpp>
#include <domain/lock.hpp>
#include <domain/threads.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/remote/partner.hpp>

#include <new>

namespace flat::bindings::ipc {

/// The identity of the binding's own server, whose methods are entries of its domain's table; those
/// of an object that was passed are those of its interface.
inline constexpr u64 by_entry = 0;

/// Marks names of objects that the attendant of their domain is called for.
inline constexpr u64 is_attended = u64{1} << 62;

/// Calls as deep as they go, each with what goes and what comes back. Pages that are never touched
/// cost nothing.
alignas(FirstFit::alignment) inline constinit u8
    room_bytes[u64{2} * (domain::calls_back_max + 1) * domain::payload_bytes_max] = {};

/// A domain's memory for what stands for objects, and for calls that pass some.
class Room final : public memory::Allocator {
public:
    Result<vaddr, memory::MemoryError> allocate(usize bytes, usize alignment) override {
        if (alignment > FirstFit::alignment) return failure(memory::MemoryError::Code::invalid);
        domain::LockGuard const guard(lock_);
        vaddr const taken = pieces_.take(bytes);
        if (taken == 0) return failure(memory::MemoryError::Code::out_of_memory);
        return taken;
    }
    void free(vaddr address) override {
        domain::LockGuard const guard(lock_);
        pieces_.give(address);
    }

private:
    static memory::MemoryError failure(memory::MemoryError::Code code) { return {code}; }

    domain::Lock lock_; // an attendant frees what is released in its calls
    FirstFit pieces_{room_bytes};
};

/// The domain's one.
inline Room& room() {
    static Room made;
    return made;
}

/// The domain in a slot. What was passed to one that was there before has been abandoned, and
/// stands for nothing any more.
class Partner final : public flat::remote::Partner {
public:
    Result<usize, flat::remote::RemoteError> call(u64 identity, u32 method, Span<u8 const> request,
                                                  Span<u8> answer) override {
        u64 const entry = identity == by_entry ? method : domain::first_of_objects + method;
        l4::ThreadId const thread = domain::known_in(slot());
        bool const is_for_attendant = identity != by_entry && (name_in(request) & is_attended);
        l4::ThreadId const called = is_for_attendant ? l4::DomainThread::attendant(thread) : thread;
        u64 const limit_ms = limits_ms[l4::DomainThread::place(thread)];
        CallInParts call(called, entry, timeouts(limit_ms));
        call.put(request);
        call.finish();
        call.take(answer);
        if (call.is_sound()) return answer.size();
        return flat::remote::RemoteError{flat::remote::RemoteError::Code::unreachable};
    }
    u64 pass(Passed& object) override {
        u64 const place = l4::DomainThread::place(domain::known_in(slot()));
        // The attendant can call no other domain.
        bool const attended = domain::is_attended(place) && !object.is_far();
        u64 const name = passed_.add(object);
        return name != 0 && attended ? name | is_attended : name;
    }
    Passed* passed(u64 name) override { return passed_.find(name & ~is_attended); }
    Passed* withdraw(u64 name) override {
        domain::Unattended const unattended(slot());
        return passed_.remove(name & ~is_attended);
    }
    u64 generation() override { return domain::known_in(slot()).raw(); }
    memory::Allocator& buffers() override { return room(); }

    /// Releases what the domain held, which has ended.
    void abandon() {
        domain::Unattended const unattended(slot());
        passed_.abandon();
    }

    /// The name with which the request of a call of an object begins; 0 without one.
    static u64 name_in(Span<u8 const> request) {
        u64 name = 0;
        if (request.size() >= sizeof name) memcpy(&name, request.data(), sizeof name);
        return name;
    }

    /// By the places of images: the most patient binding decides how long a call of an object
    /// waits; 0: for ever.
    static inline constinit u64 limits_ms[boot::domains_max + 1] = {};

private:
    u64 slot() const;

    PassedTable passed_;
};

/// By slot, from 1 on; null until there is something to be passed.
inline constinit Partner* partners[l4::domain_slots_max + 1] = {};

alignas(Partner) inline constinit u8 partner_rooms[l4::domain_slots_max + 1][sizeof(Partner)] = {};

inline u64 Partner::slot() const {
    return (address_of(this) - address_of(partner_rooms)) / sizeof(Partner);
}

/// The domain that calls, or is called, from its slot.
inline Partner& partner_in(u64 slot) {
    if (!partners[slot]) partners[slot] = new (partner_rooms[slot]) Partner;
    return *partners[slot];
}

/// The domain that bindings to the image at `place` call.
inline Partner& called_at(u64 place) {
    l4::ThreadId const thread = domain::thread_of(place);
    domain::meet(thread);
    return partner_in(domain::slot_of(thread));
}

/// The answer of what is called in parts, by what a generated function says.
inline Answer answered(Result<usize, flat::remote::RemoteError> const& outcome) {
    return outcome.is_ok() ? Answer{1, outcome.value()} : Answer{};
}

/// Answers a call of what was passed to the domain in a slot: its name is the request's first word.
inline Answer answer_of_passed(u64 slot, u32 method, Span<u8> request) {
    if (!partners[slot]) return {};
    Partner& partner = *partners[slot];
    auto* const object = partner.passed(Partner::name_in(request));
    if (!object) return {};
    Answer answer;
    if (!domain::is_attendant() || !object->is_far())
        answer = answered(object->answer(method, partner, request, request));
    object->leave();
    return answer;
}

inline void abandon_in(u64 slot) {
    if (partners[slot]) partners[slot]->abandon();
}

/// From now on the domains of the image at `place` may be passed objects, and call them; calls of
/// theirs are waited for so long. What is passed to them may be for the attendant.
class Passing {
public:
    Passing(u64 place, u64 limit_ms, bool is_attended) {
        u64& limit = Partner::limits_ms[place];
        bool const is_first = !domain::passes_objects_to[place];
        limit = is_first ? limit_ms : limit == 0 || limit_ms == 0 ? 0 : max(limit, limit_ms);
        domain::answer_for_objects = answer_of_passed;
        domain::abandon_objects = abandon_in;
        domain::passes_objects_to[place] = true;
        static_cast<void>(room()); // before there is another thread
        if (is_attended && !domain::attend_to(place, limit_ms))
            panic("the domain can have no attendant");
    }
};

} // namespace flat::bindings::ipc
