// SPDX-License-Identifier: BSD-2-Clause
// The objects of the kernel that one domain may call, each by a handle.
#include <core/machine/handles.hpp>

#include <core/assert.hpp>
#include <machine/interrupts.hpp>

namespace flat::machine {

bool Handles::Entry::narrow(InterfaceId type) {
    if (!has(type)) return false;
    InterruptGuard const guard;
    if (!narrowed_ && type != type_) {
        narrowed_ = top_->narrow(type);
        narrowed_type_ = type;
    }
    return true;
}

u64 Handles::add(Top& top, void* interface, InterfaceId type, core::AbstractResource* resource,
                 bool is_narrowed) {
    InterruptGuard const guard;
    for (Entry& each : entries_)
        if (each.state_ == State::held && each.interface_ == interface && each.type_ == type &&
            each.is_narrowed_ == is_narrowed) {
            if (resource) ++each.holds_;
            return word(each);
        }
    Entry* const entry = fill(top, interface, type, State::held);
    if (!entry) return 0;
    entry->resource_ = resource;
    entry->holds_ = 1;
    entry->is_narrowed_ = is_narrowed;
    return word(*entry);
}

u64 Handles::lend(Top& top, void* interface, InterfaceId type) {
    InterruptGuard const guard;
    Entry* const entry = fill(top, interface, type, State::lent);
    return entry ? word(*entry) : 0;
}

/// Also a thread that is to give up waits: others are in what its caller may destroy.
void Handles::end_lending(u64 word) {
    InterruptGuard const guard;
    Entry& entry = *find(word);
    assert(entry.state_ == State::lent);
    entry.state_ = State::withdrawn;
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
            each.state_ = state;
            return &each;
        }
    return nullptr;
}

u64 Handles::word(Entry const& entry) const {
    return handle_word(static_cast<u64>(&entry - entries_));
}

Handles::Entry* Handles::find(u64 word) {
    bool const is_one = is_handle(word) && handle_number(word) < handles_max;
    return is_one ? &entries_[handle_number(word)] : nullptr;
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
        if (--entry.holds_ == 0) {
            entry.state_ = State::released;
            return true; // whoever leaves last does it
        }
    }
    entry.resource_->release();
    return true;
}

void Handles::leave(Entry& entry) {
    core::AbstractResource* resource = nullptr;
    {
        InterruptGuard const guard;
        assert(entry.users_ != 0);
        if (--entry.users_ != 0 || entry.is_open()) return;
        if (entry.state_ == State::withdrawn) return threads_.notify_all(address_of(&entry));
        resource = entry.resource_;
        entry = {};
    }
    if (resource) resource->release();
}

bool Handles::take(Entry& entry) {
    InterruptGuard const guard;
    if (entry.state_ != State::held || !entry.resource_ || entry.users_ != 1) return false;
    if (--entry.holds_ != 0) return true;
    entry.state_ = State::released;
    entry.resource_ = nullptr; // so the last user has nothing to release
    return true;
}

void Handles::release_all() {
    for (Entry& each : entries_) {
        assert(each.users_ == 0);
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
