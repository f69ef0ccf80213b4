// SPDX-License-Identifier: BSD-2-Clause
// The memory of a graph's names and contexts, and the counts of their holders.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <flat/core/naming_error.hpp>
#include <flat/memory/objects.hpp>

namespace flat::naming {

class GraphContext;
class GraphName;

/// What nobody holds any more, to be freed as soon as the lock is not held. A name may be the last
/// to hold the context that it is in, and the one that it designates.
struct Unheld {
    GraphName* name = nullptr;
    GraphContext* contexts[2] = {};

    void add(GraphContext& context) { contexts[contexts[0] ? 1 : 0] = &context; }
};

/// One lock for all names and contexts of a graph: whatever changes their links or counts takes the
/// `Links` of a guard as its witness. No component is called while it is held: not the allocator,
/// not a target.
class GraphStore : NonCopyable {
public:
    /// What the lock guards besides.
    struct Links {
        u32 objects = 0; // names and contexts that have memory
        u64 made_up = 0; // texts so far
    };

    GraphStore(memory::Objects& objects, u32 objects_max)
        : objects_(objects), objects_max_(objects_max) {}

    auto lock() { return links_.lock(); }

    /// The number for a text that a context makes up, never the same twice.
    u64 next_number() { return links_.lock()->made_up++; }

    /// Zeroed memory for one more name or context.
    Result<void*, core::NamingError> allocate(usize bytes);

    /// Gives memory back whose object was destroyed.
    void free(void* place, usize bytes);

    /// Destroys and frees what was unheld.
    void free(Unheld const& unheld);

    /// Takes one hold back.
    static void drop(Links&, GraphName& name, Unheld& unheld);
    static void drop(Links&, GraphContext& context, Unheld& unheld);

private:
    memory::Objects& objects_;
    u32 const objects_max_;
    Guarded<Links> links_;
};

} // namespace flat::naming
