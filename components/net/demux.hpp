// SPDX-License-Identifier: BSD-2-Clause
// The uppers of a protocol, by participants.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/net/network_error.hpp>
#include <flat/net/participants.hpp>
#include <flat/net/upper.hpp>

namespace flat::net {

/// The x-kernel's maps of active and passive keys in one: what is more exact comes first in its
/// list, so that the first entry that fits is the best.
class Demux : NonCopyable {
public:
    explicit Demux(memory::Allocator& allocator) : allocator_(allocator) {}
    ~Demux();

    /// Adds `upper` for these participants, of which 0 means any.
    Result<void, NetworkError> add(Upper& upper, Participants const& participants);

    /// The same, under a free port where the local port is 0, as `add_at_free_port` finds it.
    /// Returns the participants that it was added for.
    Result<Participants, NetworkError> add_anywhere(Upper& upper, Participants participants,
                                                    u32 seed);

    /// Forgets the upper that was added for exactly these; no effect if none was.
    void remove(Participants const& participants);

    /// The upper that gets a message with these; null if none does.
    Upper* find(Participants const& arriving);

    /// Adds one of which the local port is 0, under a port from `first` on that nobody has yet;
    /// `seed` says where the search begins (RFC 6056, algorithm 1). Returns the port.
    Result<u16, NetworkError> add_at_free_port(Upper& upper, Participants participants, u32 seed);

private:
    static constexpr u32 buckets = 64;
    static constexpr u16 first_free_port = 49152;
    static constexpr u32 free_ports = 65536 - first_free_port;

    struct Entry {
        Participants participants;
        Upper* upper;
        Entry* next;
    };

    struct Table {
        Entry* first[buckets] = {};
    };

    static u32 bucket_of(Participants const& each) { return each.local_port % buckets; }
    static bool fits(Participants const& entry, Participants const& arriving);
    static u32 exactness(Participants const& each);
    static bool is_taken(Table const& table, Participants const& participants);
    static bool has_port(Table const& table, u16 port);
    static void insert(Table& table, Entry& entry);
    Entry* make(Upper& upper, Participants const& participants);

    memory::Allocator& allocator_;
    Guarded<Table> table_;
};

} // namespace flat::net
