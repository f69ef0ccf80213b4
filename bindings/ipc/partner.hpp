// SPDX-License-Identifier: BSD-2-Clause
// Another L4 task, with which objects are passed both ways.
//
// The objects are those of bindings/remote: a table with what the other task may call, and stubs
// for what it has passed. Whoever is called while it waits for an answer answers that call first
// (domain/calls_back.hpp).
#pragma once

#include <bindings/ipc/call.hpp>
#include <bindings/ipc/call_in_parts.hpp>
#include <core/boot_module.hpp>
#include <core/first_fit.hpp>
#include <core/memory.hpp>
#include <core/passed_table.hpp>
#include <domain/calls_back.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/remote/partner.hpp>

#include <new>

namespace flat::bindings::ipc {

/// The identity of the binding's own server, whose methods are entries of its domain's table; those
/// of an object that was passed are those of its interface.
inline constexpr u64 by_entry = 0;

/// Calls as deep as they go, each with what goes and what comes back. Pages that are never touched
/// cost nothing.
alignas(FirstFit::alignment) inline constinit u8
    room_bytes[u64{2} * (domain::calls_back_max + 1) * domain::payload_bytes_max] = {};

/// A domain's memory for what stands for objects, and for calls that pass some.
class Room final : public memory::Allocator {
public:
    Result<vaddr, memory::MemoryError> allocate(usize bytes, usize alignment) override {
        if (alignment > FirstFit::alignment) return failure(memory::MemoryError::Code::invalid);
        vaddr const taken = pieces_.take(bytes);
        if (taken == 0) return failure(memory::MemoryError::Code::out_of_memory);
        return taken;
    }
    void free(vaddr address) override { pieces_.give(address); }

private:
    static memory::MemoryError failure(memory::MemoryError::Code code) { return {code}; }

    FirstFit pieces_{room_bytes};
};

/// The domain's one.
inline Room& room() {
    static Room made;
    return made;
}

/// The domain at a place of the assembly.
class Partner final : public flat::remote::Partner {
public:
    explicit Partner(u64 place) : place_(place) {}

    /// The most patient binding decides how long a call of an object waits; 0: for ever.
    void wait(u64 milliseconds) {
        if (limit_ms_ != 0 && (milliseconds == 0 || milliseconds > limit_ms_))
            limit_ms_ = milliseconds;
    }

    Result<usize, flat::remote::RemoteError> call(u64 identity, u32 method, Span<u8 const> request,
                                                  Span<u8> answer) override {
        u64 const entry = identity == by_entry ? method : domain::first_of_objects + method;
        CallInParts call(place_, entry, timeouts(limit_ms_));
        call.put(request);
        call.finish();
        call.take(answer);
        if (call.is_sound()) return answer.size();
        return flat::remote::RemoteError{flat::remote::RemoteError::Code::unreachable};
    }
    u64 pass(Passed& object) override { return passed_.add(object); }
    Passed* passed(u64 name) override { return passed_.find(name); }
    void withdraw(u64 name) override { passed_.remove(name); }
    memory::Allocator& buffers() override { return room(); }

    /// Releases what the domain held, which has ended.
    void abandon() { passed_.abandon(); }

private:
    u64 const place_;
    u64 limit_ms_ = 1;
    PassedTable passed_;
};

inline constinit Partner* partners[boot::domains_max + 1] = {};

/// Answers a call of what was passed to the domain at `place`: its name is the request's first
/// word.
inline Answer answer_of_passed(u64 place, u32 method, Span<u8> request) {
    u64 name = 0;
    if (request.size() < sizeof name) return {};
    memcpy(&name, request.data(), sizeof name);
    Partner* const partner = partners[place];
    auto* const object = partner ? partner->passed(name) : nullptr;
    if (!object) return {};
    auto const answered = object->answer(method, *partner, request, request);
    if (answered.is_error()) return {};
    return {1, answered.value()};
}

/// The domain at `place`, which from now on may be passed objects, and calls them; its calls are
/// waited for so long.
inline Partner& partner_at(u64 place, u64 limit_ms) {
    alignas(Partner) static constinit u8 rooms[boot::domains_max + 1][sizeof(Partner)] = {};
    if (!partners[place]) partners[place] = new (rooms[place]) Partner(place);
    partners[place]->wait(limit_ms);
    domain::answer_for_objects = answer_of_passed;
    domain::abandon_objects = [](u64 ended) { partners[ended]->abandon(); };
    domain::passes_objects_to[place] = true;
    return *partners[place];
}

/// The answer of an entry which is called in parts, by what a generated function says.
inline Answer answered(Result<usize, flat::remote::RemoteError> const& outcome) {
    return outcome.is_ok() ? Answer{1, outcome.value()} : Answer{};
}

} // namespace flat::bindings::ipc
