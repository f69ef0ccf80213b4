// SPDX-License-Identifier: BSD-2-Clause
// A node that is held until the end of a block.
#pragma once

#include <core/utility.hpp>
#include <fs/nodes/volume.hpp>

namespace flat::fs {

/// Ends a hold of a node with its block. Callers hold the volume's lock, also where it ends.
class HeldNode : NonCopyable {
public:
    /// Takes over a hold; of no node at all if it is null.
    HeldNode(Volume& volume, NodeBase* node) : volume_(volume), node_(node) {}
    ~HeldNode() {
        if (node_) volume_.let_go(*node_);
    }

    NodeBase* get() const { return node_; }
    NodeBase& operator*() const { return *node_; }
    NodeBase* operator->() const { return node_; }

    /// Leaves the hold to somebody else.
    NodeBase* leave() { return exchange(node_, nullptr); }

private:
    Volume& volume_;
    NodeBase* node_;
};

} // namespace flat::fs
