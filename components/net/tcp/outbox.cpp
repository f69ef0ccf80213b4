// SPDX-License-Identifier: BSD-2-Clause
// Segments on their way from connections to the protocol below.
#include <net/tcp/outbox.hpp>

#include <core/panic.hpp>

#include <new>

namespace flat::net::tcp {

Outbox::Outbox(memory::Allocator& allocator, BufferPool& pool)
    : allocator_(allocator), pool_(pool) {
    auto const place = allocator.allocate(segments_max * sizeof(Entry), alignof(Entry));
    if (place.is_error()) panic("there is no memory for {} segments", segments_max);
    entries_ = pointer_to<Entry>(place.value());
    for (u32 i = 0; i < segments_max; ++i)
        new (entries_ + i) Entry(pool);
}

Outbox::~Outbox() {
    for (u32 i = 0; i < segments_max; ++i)
        entries_[i].~Entry();
    allocator_.free(address_of(entries_));
}

void Outbox::put(Message& segment, Session& session, Atomic<u32>& users) {
    auto const ring = ring_.lock();
    if (ring->count == segments_max) {
        segment.clear();
        return;
    }
    Entry& entry = entries_[(ring->first + ring->count++) % segments_max];
    entry.segment = flat::move(segment);
    entry.session = &session;
    entry.users = &users;
    users.fetch_add(1, MemoryOrder::relaxed);
}

void Outbox::flush() {
    Entry entry(pool_);
    while (take(entry)) {
        static_cast<void>(entry.session->push(entry.segment)); // may be lost, like any
        entry.users->fetch_subtract(1, MemoryOrder::release);
    }
}

bool Outbox::take(Entry& entry) {
    auto const ring = ring_.lock();
    if (ring->count == 0) return false;
    Entry& first = entries_[ring->first];
    entry.segment = flat::move(first.segment);
    entry.session = first.session;
    entry.users = first.users;
    ring->first = (ring->first + 1) % segments_max;
    --ring->count;
    return true;
}

} // namespace flat::net::tcp
