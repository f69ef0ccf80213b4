// SPDX-License-Identifier: BSD-2-Clause
// Counting what owners have, by all names of a file system.
#pragma once

#include <core/containers/list.hpp>
#include <core/containers/ordered_tree.hpp>
#include <flat/memory/objects.hpp>
#include <fs/nodes/directory_node.hpp>
#include <fs/nodes/volume.hpp>

namespace flat::fs::quotas {

/// Goes through one directory after the other, without recursion. Of directories, and of nodes with
/// several names, it knows the numbers until it ends. The caller holds the volume's lock.
class SpaceScan : NonCopyable {
public:
    SpaceScan(Volume& volume, memory::Objects& objects, SpaceRule& count)
        : volume_(volume), objects_(objects), count_(count) {}
    ~SpaceScan();

    /// CORRUPT if a directory is in two others; IO; OUT_OF_MEMORY. Blocks.
    Outcome<void> run();

private:
    /// A node that was met, and may be met once more.
    struct Met {
        u64 key() const { return number; }

        u64 number;
        TreeLink<Met> link;
        ListLink<Met> to_do; // a directory whose names come later
    };

    Outcome<void> go_through(DirectoryNode& directory);
    Outcome<void> meet(NodeBase& node);
    Outcome<void> add(NodeBase& node);

    Volume& volume_;
    memory::Objects& objects_;
    SpaceRule& count_;
    OrderedTree<Met, &Met::link, &Met::key> met_;
    IntrusiveList<Met, &Met::to_do> directories_;
};

} // namespace flat::fs::quotas
