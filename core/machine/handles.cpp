// SPDX-License-Identifier: BSD-2-Clause
// The objects of the kernel that one domain may call, each by a handle.
#include <core/machine/handles.hpp>

#include <core/assert.hpp>
#include <machine/interrupts.hpp>

namespace flat::machine {

u64 Handles::add(void* interface, InterfaceId type, core::AbstractResource* resource) {
    InterruptGuard const guard;
    Entry* room = nullptr;
    for (Entry& each : entries_) {
        bool const is_same = each.interface_ == interface && each.type_ == type;
        if (is_same && each.is_open()) {
            if (resource) ++each.holds_;
            return word(each);
        }
        if (!each.interface_ && !room) room = &each;
    }
    if (!room) return 0;
    *room = Entry(interface, type, resource);
    return word(*room);
}

u64 Handles::word(Entry const& entry) const {
    return handle_word(static_cast<u64>(&entry - entries_));
}

Handles::Entry* Handles::use(u64 word, InterfaceId type) {
    InterruptGuard const guard;
    if (!is_handle(word) || handle_number(word) >= handles_max) return nullptr;
    Entry& entry = entries_[handle_number(word)];
    if (!entry.is_open() || !(entry.type_ == type)) return nullptr;
    ++entry.users_;
    return &entry;
}

void Handles::release(Entry& entry) {
    {
        InterruptGuard const guard;
        assert(entry.users_ != 0);
        if (entry.holds_ == 0 || !entry.resource_) return;
        if (--entry.holds_ == 0) return; // whoever leaves last does it
    }
    entry.resource_->release();
}

void Handles::leave(Entry& entry) {
    core::AbstractResource* resource = nullptr;
    {
        InterruptGuard const guard;
        assert(entry.users_ != 0);
        if (--entry.users_ != 0 || entry.is_open()) return;
        resource = entry.resource_;
        entry.interface_ = nullptr;
    }
    if (resource) resource->release();
}

void Handles::release_all() {
    for (Entry& each : entries_) {
        assert(each.users_ == 0);
        if (!each.interface_ || !each.resource_) continue;
        ++each.users_;
        while (each.is_open())
            release(each);
        leave(each);
    }
}

u32 Handles::count() const {
    u32 found = 0;
    for (Entry const& each : entries_)
        found += each.interface_ ? 1 : 0;
    return found;
}

} // namespace flat::machine
