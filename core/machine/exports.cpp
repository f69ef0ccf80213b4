// SPDX-License-Identifier: BSD-2-Clause
// The objects of one domain that the kernel may call, each by a stub of the kernel's.
#include <core/machine/exports.hpp>

#include <core/assert.hpp>

namespace flat::machine {

hal::UserMode::Reply Exports::Entry::call(u32 number, hal::UserMode::Words const& words,
                                          vaddr payload) {
    InterruptGuard const guard;
    if (!is_open() || !table_->guest_) return {};
    return table_->guest_->call(number, words, payload);
}

hal::UserMode::Guest* Exports::Entry::reach() {
    InterruptGuard const guard;
    if (!is_open() || !table_->guest_) return nullptr;
    return table_->guest_->keep() ? table_->guest_ : nullptr;
}

bool Exports::Entry::post(OneWayQueue::Deliver deliver, Span<u64 const> words,
                          Span<u32 const> buffers) {
    InterruptGuard const guard;
    if (!is_open()) return false;
    bool const is_posted = table_->queue_.post(deliver, interface_, words, buffers, made, this);
    posted_ += is_posted ? 1 : 0;
    return is_posted;
}

void Exports::Entry::made(void* entry) {
    InterruptGuard const guard;
    auto& self = *static_cast<Entry*>(entry);
    --self.posted_;
    self.table_->free_if_unused(self);
}

/// During the call of the domain the hold is still there, so that nobody else gets the entry.
void Exports::Entry::release(u32 number) {
    if (holds_ == 0) return; // lent: whoever releases it does not hold it
    settle();
    if (released_ == 0)
        (void)call(number, {word_, 0, 0, 0, 0});
    else
        (void)call(release_upcall_, {released_, 0, 0, 0, 0});
    InterruptGuard const guard;
    --holds_;
    table_->free_if_unused(*this);
}

Exports::Entry* Exports::fill(Hold const& hold, u32 first_upcall, InterfaceId type) {
    for (u32 i = 0; i < entries_max; ++i) {
        Entry& each = entries_[(next_ + i) % entries_max];
        if (each.is_in_use()) continue;
        next_ = (next_ + i + 1) % entries_max;
        ++used_;
        each.table_ = this;
        each.word_ = hold.word;
        each.released_ = hold.released;
        each.release_upcall_ = hold.release_upcall;
        each.type_ = type;
        each.first_upcall_ = first_upcall;
        return &each;
    }
    return nullptr;
}

/// The one that is held, with one hold more.
Exports::Entry* Exports::find(Hold const& hold, u32 first_upcall) {
    for (Entry& each : entries_)
        if (each.holds_ != 0 && each.is(hold) && each.first_upcall_ == first_upcall) {
            ++each.holds_;
            return &each;
        }
    return nullptr;
}

/// Null for what only forwards identities to a stub: its holds are not the stub's.
Exports::Entry* Exports::entry_of(Top& stub) {
    auto* const entry = static_cast<Entry*>(stub.narrow(export_id));
    bool const is_stub = entry && address_of(&stub) - address_of(entry->stub_) < Entry::stub_bytes;
    return is_stub ? entry : nullptr;
}

void Exports::end_lending(Top& stub) {
    Entry& entry = *entry_of(stub);
    entry.settle();
    InterruptGuard const guard;
    entry.is_lent_ = false;
    free_if_unused(entry);
}

u64 Exports::word_of(Top& object, hal::UserMode::Guest& domain, InterfaceId type) {
    Entry const* const entry = entry_of(object);
    if (!entry || entry->table_->guest_ != &domain || entry->type_ != type) return 0;
    return entry->released_ == 0 ? entry->word_ : 0;
}

void Exports::give_back(Top& stub) {
    InterruptGuard const guard;
    Entry& entry = *entry_of(stub);
    if (entry.holds_ == 0) return;
    --entry.holds_;
    entry.table_->free_if_unused(entry);
}

/// Once nobody calls it any more, and the table when it was the last one.
void Exports::free_if_unused(Entry& entry) {
    if (entry.is_in_use()) return;
    assert(used_ != 0);
    --used_;
    free_if_unused();
}

void Exports::abandon() {
    close();
    queue_.close();
    InterruptGuard const guard;
    is_abandoned_ = true;
    free_if_unused();
}

void Exports::free_if_unused() {
    if (is_abandoned_ && used_ == 0) objects_.free(address_of(this), sizeof(Exports));
}

} // namespace flat::machine
