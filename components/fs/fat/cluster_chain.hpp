// SPDX-License-Identifier: BSD-2-Clause
// The clusters of a node, in their order.
#pragma once

#include <core/guarded.hpp>
#include <core/span.hpp>
#include <flat/memory/objects.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::fat {

/// In memory as runs of clusters that lie in a row, so that filling a page of a file finds it
/// without waiting for the table. Changed under the volume's lock, read by anybody.
class ClusterChain : NonCopyable {
public:
    explicit ClusterChain(memory::Objects& objects) : objects_(objects) {}
    ~ClusterChain() { set_room({}); }

    /// How many clusters there are.
    u32 size() { return runs_.lock()->size; }

    /// The cluster of an index; 0 past the last one.
    u32 at(u32 index);
    u32 first() { return at(0); }
    u32 last();

    /// One more at the end. OUT_OF_MEMORY.
    Outcome<void> append(u32 cluster);

    /// Leaves the first ones.
    void cut(u32 size);

private:
    struct Run {
        u32 index; // in the chain
        u32 first;
        u32 count;
    };
    struct Runs {
        Span<Run> room;
        u32 used = 0;
        u32 size = 0;
    };

    Outcome<void> make_room();
    void set_room(Span<Run> room);

    memory::Objects& objects_;
    Guarded<Runs> runs_;
};

} // namespace flat::fs::fat
