// SPDX-License-Identifier: BSD-2-Clause
// The objects of the kernel that one domain may call, each by a handle.
#include <core/machine/handles.hpp>

#include <core/assert.hpp>
#include <machine/interrupts.hpp>

namespace flat::machine {

bool Handles::Entry::narrow(InterfaceId type) {
    if (!has(type)) return false;
    void* const narrowed = as(type);
    InterruptGuard const guard;
    if (called_type_ == type_) {
        called_ = narrowed;
        called_type_ = type;
    }
    return true;
}

void Handles::Entry::close(State state) {
    state_ = state;
    called_type_ = InterfaceId{0};
    assert(users_ != 0);
    --users_;
}

u64 Handles::add(Top& top, void* interface, InterfaceId type, core::AbstractResource* resource,
                 InterfaceId const* narrowed) {
    InterruptGuard const guard;
    for (Entry& each : entries_)
        if (each.state_ == State::held && each.interface_ == interface && each.type_ == type &&
            are_equal(each.narrowed_, narrowed)) {
            if (resource && each.holds_ == ~u32{0}) return 0;
            if (resource) ++each.holds_;
            return word(each);
        }
    Entry* const entry = fill(top, interface, type, State::held);
    if (!entry) return 0;
    entry->resource_ = resource;
    entry->holds_ = 1;
    entry->narrowed_ = narrowed;
    return word(*entry);
}

bool Handles::includes(InterfaceId const* list, InterfaceId type) {
    if (!list) return false;
    while (*list != type && *list != no_more)
        ++list;
    return type != no_more && *list == type;
}

bool Handles::are_equal(InterfaceId const* one, InterfaceId const* other) {
    if (!one || !other || one == other) return one == other;
    while (*one == *other && *one != no_more)
        ++one, ++other;
    return *one == *other;
}

u64 Handles::lend(Top& top, void* interface, InterfaceId type, InterfaceId const* narrowed) {
    InterruptGuard const guard;
    Entry* const entry = fill(top, interface, type, State::lent);
    if (!entry) return 0;
    entry->narrowed_ = narrowed;
    return word(*entry);
}

/// Also a thread that is to give up waits: others are in what its caller may destroy.
void Handles::end_lending(u64 word) {
    InterruptGuard const guard;
    Entry& entry = *find(word);
    assert(entry.state_ == State::lent);
    entry.close(State::withdrawn);
    for (;;) {
        u64 const ticket = threads_.ticket();
        if (entry.users_ == 0) break;
        if (!threads_.wait(address_of(&entry), ticket)) threads_.yield();
    }
    entry = {};
}

Handles::Entry* Handles::fill(Top& top, void* interface, InterfaceId type, State state) {
    for (Entry& each : entries_)
        if (each.state_ == State::free) {
            each.interface_ = interface;
            each.top_ = &top;
            each.type_ = type;
            each.called_ = interface;
            each.called_type_ = type;
            each.users_ = 1;
            each.state_ = state;
            return &each;
        }
    return nullptr;
}

u64 Handles::word(Entry const& entry) const {
    return handle_word(static_cast<u64>(&entry - entries_));
}

Handles::Entry* Handles::find(u64 word) {
    u64 const number = handle_number(word);
    return number < handles_max && word == handle_word(number) ? &entries_[number] : nullptr;
}

Handles::Entry* Handles::use(u64 word, InterfaceId type) {
    Entry* const entry = use(word);
    if (!entry || entry->has(type)) return entry;
    leave(*entry);
    return nullptr;
}

Handles::Entry* Handles::use(u64 word) {
    InterruptGuard const guard;
    Entry* const entry = find(word);
    if (!entry || !entry->is_open()) return nullptr;
    ++entry->users_;
    return entry;
}

bool Handles::release(Entry& entry) {
    {
        InterruptGuard const guard;
        assert(entry.users_ != 0);
        if (entry.state_ == State::lent) return false;
        if (entry.state_ != State::held || !entry.resource_) return true;
        if (--entry.holds_ == 0) entry.close(State::released);
        if (entry.holds_ == 0) return true; // whoever leaves last does it
    }
    entry.resource_->release();
    return true;
}

void Handles::leave(Entry& entry) {
    core::AbstractResource* resource = nullptr;
    {
        InterruptGuard const guard;
        assert(entry.users_ != 0);
        if (--entry.users_ == 0) resource = end(entry);
    }
    if (resource) resource->release();
}

core::AbstractResource* Handles::end(Entry& entry) {
    if (entry.state_ == State::withdrawn) {
        threads_.notify_all(address_of(&entry));
        return nullptr;
    }
    core::AbstractResource* const resource = entry.resource_;
    entry = {};
    return resource;
}

bool Handles::take(Entry& entry, core::AbstractResource& object) {
    InterruptGuard const guard;
    bool const has_others = entry.users_ != 2; // beside the caller, and while it is open
    if (entry.state_ != State::held || entry.resource_ != &object || has_others) return false;
    if (--entry.holds_ != 0) return true;
    entry.close(State::released);
    entry.resource_ = nullptr; // so the last user has nothing to release
    return true;
}

void Handles::release_all() {
    for (Entry& each : entries_) {
        assert(each.users_ == (each.is_open() ? 1 : 0));
        if (each.state_ == State::free || !each.resource_) continue;
        ++each.users_;
        while (each.state_ == State::held)
            release(each);
        leave(each);
    }
}

u32 Handles::count() const {
    u32 found = 0;
    for (Entry const& each : entries_)
        found += each.state_ != State::free ? 1 : 0;
    return found;
}

} // namespace flat::machine
