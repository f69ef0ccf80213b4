// SPDX-License-Identifier: BSD-2-Clause
// The objects of the kernel that one domain may call, each by a handle.
#pragma once

#include <core/calls/handle.hpp>
#include <core/top.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/core/abstract_resource.hpp>
#include <flat/thread/thread_manager.hpp>

namespace flat::machine {

/// A table of handles. What is held stays: the same interface of the same object has the same
/// handle; a resource is held as often as it was added, and its handle is gone when it has been
/// released as often; what is no resource is held for ever. What is lent has a handle of its own
/// each time. Words come from the domain, so nothing is believed of them.
///
/// What a binding gives out can turn out to be some interfaces, and is called as none but these,
/// whatever others the domain has entries for: what it was given out as is part of the entry.
class Handles : NonCopyable {
public:
    /// As what an object may be called: one interface, and perhaps each of a list.
    struct Types {
        InterfaceId type;
        InterfaceId const* narrowed;

        bool include(InterfaceId other) const { return other == type || includes(narrowed, other); }
    };

    /// One entry. While it has users it stays, and so does its object.
    class Entry {
    public:
        Entry() = default;
        /// The object as another interface, null if it has none.
        void* as(InterfaceId type) const { return type == type_ ? interface_ : top_->narrow(type); }
        /// Whether the domain may call it as this interface.
        bool has(InterfaceId type) const {
            return type == type_ || (includes(narrowed_, type) && as(type));
        }
        /// The object as what the domain passes it as: no other than its binding has listed, if
        /// that has; null if it has none.
        void* passed_as(InterfaceId type) const {
            return !narrowed_ || types().include(type) ? as(type) : nullptr;
        }
        /// As what the domain may call it.
        Types types() const { return {type_, narrowed_}; }
        /// The same as `has`; from the first time on `enter` finds it so.
        bool narrow(InterfaceId type);
        /// The interface as which `enter` has found it, until interrupts are enabled.
        void* called() const { return called_; }
        bool is_lent() const { return state_ == State::lent; }

    private:
        friend class Handles;

        enum class State : u8 {
            free,
            held,
            released, // its last user gives it back
            lent,
            withdrawn, // whoever has lent it waits for its users
        };

        bool is_open() const { return state_ == State::held || state_ == State::lent; }
        /// Nobody else uses it from now on. While it was open it had one user more.
        void close(State state);

        void* called_ = nullptr;     // as its interface, or the first that it was narrowed to
        InterfaceId called_type_{0}; // none when it is not open
        void* interface_ = nullptr;
        Top* top_ = nullptr;
        InterfaceId type_{0};
        core::AbstractResource* resource_ = nullptr;
        InterfaceId const* narrowed_ = nullptr; // those that it may turn out to be
        u32 holds_ = 0;
        u16 users_ = 0; // calls that are in it, of which a domain has a few
        State state_ = State::free;
    };

    /// Ends a list of interfaces.
    static constexpr InterfaceId no_more{0};

    /// What waits for users of what was lent, waits as these threads do.
    explicit Handles(thread::ThreadManager& threads) : threads_(threads) {}

    /// Lets the domain hold an object and returns its handle as a word; 0 if there is no room. It
    /// is called as this interface, or as each of `narrowed` that it has, a list that ends with
    /// `no_more` and stays.
    template<class Interface>
    u64 add(Interface& object, InterfaceId const* narrowed = nullptr) {
        core::AbstractResource* resource = nullptr;
        if constexpr (requires { static_cast<core::AbstractResource*>(&object); })
            resource = &object;
        return add(object, &object, Interface::interface_id, resource, narrowed);
    }

    /// Lends it an object until `end_lending`; 0 if there is no room. `narrowed` is as for `add`.
    template<class Interface>
    u64 lend(Interface& object, InterfaceId const* narrowed = nullptr) {
        return lend(object, &object, Interface::interface_id, narrowed);
    }
    /// Afterwards nobody is in a call of the object by this word of `lend`. May block.
    void end_lending(u64 word);

    /// The entry of a word that the domain may call as this interface, with one user more; null if
    /// there is none.
    Entry* use(u64 word, InterfaceId type);
    /// The same whatever it was given out as.
    Entry* use(u64 word);
    /// The same in a few instructions, with interrupts disabled; null as well where `use` finds one
    /// that was not narrowed to this interface before.
    [[gnu::always_inline]] Entry* enter(u64 word, InterfaceId type) {
        static_assert((handles_max & (handles_max - 1)) == 0, "other bits say that it is none");
        static_assert(sizeof(Entry) == handle_distance);
        if ((word & ~(handle_word(handles_max - 1) - 1)) != 1) return nullptr;
        auto& entry = *pointer_to<Entry>(address_of(entries_) + word - 1);
        if (entry.called_type_ != type) return nullptr;
        ++entry.users_;
        return &entry;
    }
    /// Takes a user away, with interrupts disabled; false if it was the last one: then `end` is to
    /// be called before they are enabled.
    [[gnu::always_inline]] static bool leave_first(Entry& entry) { return --entry.users_ != 0; }
    /// The last user of an entry has left, which is not open: whoever waits for that goes on. What
    /// is returned the caller releases, with interrupts enabled; null for nothing.
    [[nodiscard]] core::AbstractResource* end(Entry& entry);
    /// Ends one hold of a resource by one of the entry's users, and releases it: the last time when
    /// nobody uses it any more. False if the domain is only lent it. May block.
    bool release(Entry& entry);
    /// Takes a user away; after the last hold, the last user releases the object, which may block.
    void leave(Entry& entry);
    /// Makes one hold of the domain the caller's, which is the only user of the entry. False if the
    /// domain is only lent it, others use it, or `object` is not what is held but something that it
    /// narrows to, whose release would end a hold of somebody else's.
    bool take(Entry& entry, core::AbstractResource& object);
    /// Releases all that is held, when nobody uses any. May block.
    void release_all();

    /// How many entries there are.
    u32 count() const;

private:
    using State = Entry::State;

    u64 add(Top& top, void* interface, InterfaceId type, core::AbstractResource* resource,
            InterfaceId const* narrowed);
    static bool includes(InterfaceId const* list, InterfaceId type);
    static bool are_equal(InterfaceId const* one, InterfaceId const* other);
    u64 lend(Top& top, void* interface, InterfaceId type, InterfaceId const* narrowed);
    Entry* fill(Top& top, void* interface, InterfaceId type, State state);
    u64 word(Entry const& entry) const;
    Entry* find(u64 word);

    thread::ThreadManager& threads_;
    Entry entries_[handles_max];
};

} // namespace flat::machine
