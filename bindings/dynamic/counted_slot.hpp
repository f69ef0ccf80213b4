// SPDX-License-Identifier: BSD-2-Clause
// A slot that knows when the last call has left a server that was exchanged.
#pragma once

#include <core/atomic.hpp>
#include <core/calls/control_base.hpp>
#include <core/guarded.hpp>
#include <core/maybe.hpp>
#include <flat/binding/slot.hpp>

namespace flat::bindings::dynamic {

/// Holds a server of the interface. A call enters by adding 1 to a word that says both where the
/// server stands and how many calls have entered there, so that the exchange of that word tells
/// exactly how many calls have to leave. No call waits, whoever exchanges (the counts of Folly's
/// and others' split references).
template<class Interface>
class CountedSlot final : public ControlBase<binding::Slot> {
    struct Place {
        Interface* server = nullptr;
        Atomic<u64> left = 0;
        u64 entered = 0; // of a server that was exchanged
    };

public:
    /// How many servers can be in it or be left by their last calls at once.
    static constexpr u32 places_count = 8;

    /// One call: the server, until the end of the full expression.
    class Call : flat::NonCopyable {
    public:
        explicit Call(Place& place) : place_(place) {}
        ~Call() { place_.left.fetch_add(1, MemoryOrder::release); }
        Interface* operator->() const { return place_.server; }

    private:
        Place& place_;
    };

    CountedSlot(binding::Controls& controls, Text name, Interface& server)
        : ControlBase(controls, name, "dynamic"), places_{{.server = &server}} {}

    /// The server for one call.
    [[nodiscard]] Call enter() {
        return Call(places_[place_of(state_.fetch_add(1, MemoryOrder::acquire))]);
    }

    Top& server() override {
        auto const writer = writer_.lock();
        return *places_[current()].server;
    }

    Result<Top*, binding::SlotError> exchange(Top& server) override {
        Interface* const coming = narrow_to<Interface>(server);
        if (!coming) return binding::SlotError{binding::SlotError::Code::wrong_type};
        auto const writer = writer_.lock();
        Maybe<u32> const place = free_place();
        if (!place) return binding::SlotError{binding::SlotError::Code::busy};
        places_[*place].server = coming;
        places_[*place].left.store(0, MemoryOrder::relaxed);
        u64 const was = state_.exchange(u64{*place} << place_shift, MemoryOrder::acquire_release);
        Place& going = places_[place_of(was)];
        going.entered = was & entered_mask;
        return going.server;
    }

    Result<u64, binding::SlotError> inside() override {
        auto const writer = writer_.lock();
        u64 calls = 0;
        for (u32 i = 0; i < places_count; ++i)
            if (i != current()) calls += inside(places_[i]);
        return calls;
    }

private:
    /// Only one thread exchanges at a time.
    struct Writer {};

    static constexpr u32 place_shift = 61;
    static constexpr u64 entered_mask = (u64{1} << place_shift) - 1;

    static u32 place_of(u64 state) { return static_cast<u32>(state >> place_shift); }
    u32 current() const { return place_of(state_.load(MemoryOrder::relaxed)); }

    static u64 inside(Place const& place) {
        return place.entered - place.left.load(MemoryOrder::acquire);
    }

    Maybe<u32> free_place() const {
        for (u32 i = 0; i < places_count; ++i)
            if (i != current() && inside(places_[i]) == 0) return i;
        return nothing;
    }

    Atomic<u64> state_ = 0;
    Place places_[places_count];
    Guarded<Writer> writer_;
};

} // namespace flat::bindings::dynamic
