// SPDX-License-Identifier: BSD-2-Clause
// The objects of one domain that the kernel may call, each by a stub of the kernel's.
#pragma once

#include <core/machine/one_way_queue.hpp>
#include <core/top.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/hal/user_mode.hpp>
#include <flat/memory/objects.hpp>
#include <machine/interrupts.hpp>

#include <new>

namespace flat::machine {

/// By this identity the stub of a domain's object tells its `Exports::Entry`.
inline constexpr InterfaceId export_id = InterfaceId::of("flat.machine.Exports.Entry");

/// A table of stubs. A domain's word means something to that domain only, which gets it back when
/// the object is called. What is held has one stub, which counts; what is lent has one of its own
/// each time. The table outlives the domain until nothing of it is held; then it frees itself.
/// `Stub` is a generated class: it says as which `Interface` it is called, which entry of the
/// domain's upcalls its first method is, and which its `release`, if it has one.
class Exports : NonCopyable {
public:
    static constexpr u32 entries_max = 64;

    /// A hold of a domain's object: the word by which it is called; and where what is released is
    /// another object of the domain's, the word of that and its entry of the upcalls.
    struct Hold {
        u64 word;
        u64 released = 0;
        u32 release_upcall = 0;
    };

    /// One object, in the place of its stub.
    class Entry : NonCopyable {
    public:
        /// The domain's word.
        u64 word() const { return word_; }
        /// Calls the object's domain; not reached when it has ended, or when the object is neither
        /// lent nor held any more.
        hal::UserMode::Reply call(u32 number, hal::UserMode::Words const& words, vaddr payload = 0);
        /// The object's domain, which stays until it is let go; null where `call` does not reach.
        hal::UserMode::Guest* reach();
        /// Has the object called some day, as `OneWayQueue::post` says.
        bool post(OneWayQueue::Deliver deliver, Span<u64 const> words,
                  Span<u32 const> buffers = {});
        /// Waits for what was posted before of this object.
        void settle() {
            if (posted_ != 0) table_->queue_.settle();
        }
        /// Ends one hold, and has the domain end it by entry `number`. May block.
        void release(u32 number);

    private:
        friend class Exports;

        static constexpr u32 stub_bytes = 64;

        bool is_open() const { return holds_ != 0 || is_lent_; }
        bool is(Hold const& hold) const { return word_ == hold.word && released_ == hold.released; }
        bool is_in_use() const { return is_open() || posted_ != 0; }
        static void made(void* entry);

        alignas(16) u8 stub_[stub_bytes];
        void* interface_ = nullptr; // of the stub
        Exports* table_ = nullptr;
        u64 word_ = 0;
        u64 released_ = 0; // 0 for the same word
        InterfaceId type_{0};
        u32 first_upcall_ = 0;
        u32 release_upcall_ = 0; // of what is released, where that is another word
        bool is_lent_ = false;
        u64 holds_ = 0;
        u32 posted_ = 0; // calls that are still to be made
    };

    Exports(hal::UserMode::Guest& guest, memory::Objects& objects, thread::ThreadManager& threads,
            memory::Allocator& allocator, domain::DomainManager& counts)
        : guest_(&guest), objects_(objects), queue_(threads, allocator, counts) {}

    /// The stub of what the domain lends until `end_lending`; null if there is no room. `arguments`
    /// are what its class takes.
    template<class Stub, class... Arguments>
    typename Stub::Interface* lend(u64 word, Arguments... arguments) {
        InterruptGuard const guard;
        Entry* const entry = fill<Stub>({word});
        if (!entry) return nullptr;
        entry->is_lent_ = true;
        return make<Stub>(*entry, arguments...);
    }
    /// The stub calls nobody any more.
    void end_lending(Top& stub);

    /// The stub of what the domain gives one hold of; null if there is no room.
    template<class Stub, class... Arguments>
    typename Stub::Interface* hold(Hold const& hold, Arguments... arguments) {
        InterruptGuard const guard;
        if (Entry* const found = find(hold, Stub::first_upcall))
            return static_cast<typename Stub::Interface*>(found->interface_);
        Entry* const entry = fill<Stub>(hold);
        if (!entry) return nullptr;
        entry->holds_ = 1;
        return make<Stub>(*entry, arguments...);
    }

    /// The word of an object if it stands for one of this domain's, which is also what is released,
    /// and is called as `type`; else 0.
    static u64 word_of(Top& object, hal::UserMode::Guest& domain, InterfaceId type);
    /// Makes one of the kernel's holds of a domain's object the domain's own.
    static void give_back(Top& stub);

    /// The domain has ended: nothing is called any more.
    void close() { guest_ = nullptr; }
    /// The domain is gone. May block.
    void abandon();

    /// How many stubs there are.
    u32 count() const { return used_; }

private:
    template<class Stub>
    Entry* fill(Hold const& hold) {
        return fill(hold, Stub::first_upcall, Stub::Interface::interface_id);
    }
    Entry* fill(Hold const& hold, u32 first_upcall, InterfaceId type);
    Entry* find(Hold const& hold, u32 first_upcall);
    void free_if_unused(Entry& entry);
    void free_if_unused();
    static Entry* entry_of(Top& stub);

    template<class Stub, class... Arguments>
    typename Stub::Interface* make(Entry& entry, Arguments... arguments) {
        static_assert(sizeof(Stub) <= Entry::stub_bytes);
        typename Stub::Interface* const made = new (entry.stub_) Stub({}, &entry, arguments...);
        entry.interface_ = made;
        return made;
    }

    hal::UserMode::Guest* guest_;
    memory::Objects& objects_;
    OneWayQueue queue_;
    u32 used_ = 0;
    u32 next_ = 0; // where to look for room: so a place is used again as late as can be
    bool is_abandoned_ = false;
    Entry entries_[entries_max];
};

} // namespace flat::machine
