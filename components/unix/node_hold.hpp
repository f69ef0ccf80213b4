// SPDX-License-Identifier: BSD-2-Clause
// The hold of a node of a file system, for as long as a block takes.
#pragma once

#include <core/utility.hpp>
#include <flat/fs/node.hpp>

namespace flat::unix {

/// Releases a node that is held, unless it is taken over.
class NodeHold : NonCopyable {
public:
    explicit NodeHold(fs::Node& node) : node_(&node) {}
    ~NodeHold() {
        if (node_) node_->release();
    }

    fs::Node& node() const { return *node_; }

    /// The node, which is somebody else's to release from now on.
    fs::Node& take() { return *exchange(node_, nullptr); }

private:
    fs::Node* node_;
};

} // namespace flat::unix
