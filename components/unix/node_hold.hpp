// SPDX-License-Identifier: BSD-2-Clause
// The hold of a node of a file system, for as long as a block takes.
#pragma once

#include <core/utility.hpp>
#include <flat/fs/directory.hpp>

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

/// The same for a directory.
class DirectoryHold : NonCopyable {
public:
    explicit DirectoryHold(fs::Directory& directory) : directory_(directory) {}
    ~DirectoryHold() { directory_.release(); }

    fs::Directory& directory() const { return directory_; }

private:
    fs::Directory& directory_;
};

} // namespace flat::unix
