// SPDX-License-Identifier: BSD-2-Clause
// The uppers of a protocol, by participants.
#include <net/demux.hpp>

#include <new>

namespace flat::net {

Demux::~Demux() {
    auto const table = table_.lock();
    for (Entry*& first : table->first)
        while (Entry* const entry = first) {
            first = entry->next;
            allocator_.free(address_of(entry));
        }
}

Result<void, NetworkError> Demux::add(Upper& upper, Participants const& participants) {
    Entry* const entry = make(upper, participants);
    if (!entry) return NetworkError{NetworkError::exhausted};
    {
        auto const table = table_.lock();
        if (!is_taken(*table, participants)) {
            insert(*table, *entry);
            return {};
        }
    }
    allocator_.free(address_of(entry));
    return NetworkError{NetworkError::in_use};
}

Result<u16, NetworkError> Demux::add_at_free_port(Upper& upper, Participants participants,
                                                  u32 seed) {
    Entry* const entry = make(upper, participants);
    if (!entry) return NetworkError{NetworkError::exhausted};
    for (u32 i = 0; i < free_ports; ++i) {
        u16 const port = static_cast<u16>(first_free_port + (seed + i) % free_ports);
        entry->participants.local_port = port;
        auto const table = table_.lock();
        if (has_port(*table, port)) continue;
        insert(*table, *entry);
        return port;
    }
    allocator_.free(address_of(entry));
    return NetworkError{NetworkError::in_use};
}

Result<Participants, NetworkError> Demux::add_anywhere(Upper& upper, Participants participants,
                                                       u32 seed) {
    if (participants.local_port != 0)
        TRY(add(upper, participants));
    else
        participants.local_port = TRY(add_at_free_port(upper, participants, seed));
    return participants;
}

void Demux::remove(Participants const& participants) {
    Entry* found = nullptr;
    {
        auto const table = table_.lock();
        Entry** place = &table->first[bucket_of(participants)];
        while (*place && (*place)->participants != participants)
            place = &(*place)->next;
        found = *place;
        if (found) *place = found->next;
    }
    allocator_.free(address_of(found));
}

Upper* Demux::find(Participants const& arriving) {
    auto const table = table_.lock();
    for (Entry* entry = table->first[bucket_of(arriving)]; entry; entry = entry->next)
        if (fits(entry->participants, arriving)) return entry->upper;
    return nullptr;
}

bool Demux::fits(Participants const& entry, Participants const& arriving) {
    return entry.local_port == arriving.local_port &&
           (entry.remote_port == arriving.remote_port || entry.remote_port == 0) &&
           (entry.remote == arriving.remote || entry.remote == 0) &&
           (entry.local == arriving.local || entry.local == 0);
}

/// More for a known other end than for a known own address.
u32 Demux::exactness(Participants const& each) {
    return (each.remote_port != 0) * 4u + (each.remote != 0) * 2u + (each.local != 0);
}

bool Demux::is_taken(Table const& table, Participants const& participants) {
    for (Entry* entry = table.first[bucket_of(participants)]; entry; entry = entry->next)
        if (entry->participants == participants) return true;
    return false;
}

bool Demux::has_port(Table const& table, u16 port) {
    for (Entry* entry = table.first[port % buckets]; entry; entry = entry->next)
        if (entry->participants.local_port == port) return true;
    return false;
}

void Demux::insert(Table& table, Entry& entry) {
    Entry** place = &table.first[bucket_of(entry.participants)];
    while (*place && exactness((*place)->participants) > exactness(entry.participants))
        place = &(*place)->next;
    entry.next = *place;
    *place = &entry;
}

Demux::Entry* Demux::make(Upper& upper, Participants const& participants) {
    auto const place = allocator_.allocate(sizeof(Entry), alignof(Entry));
    if (place.is_error()) return nullptr;
    return new (pointer_to<void>(place.value())) Entry{participants, &upper, nullptr};
}

} // namespace flat::net
