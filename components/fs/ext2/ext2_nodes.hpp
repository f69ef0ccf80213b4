// SPDX-License-Identifier: BSD-2-Clause
// Nodes that a table of ext2 has; symbolic links, and what has no contents.
#pragma once

#include <fs/ext2/block_map.hpp>
#include <fs/ext2/ext2_volume.hpp>
#include <fs/link_node.hpp>

namespace flat::fs::ext2 {

/// What all nodes of the format have in common, over that of all nodes of their kind.
template<class Base>
class Stored : public Base {
public:
    template<class... More>
    Stored(Ext2Volume& volume, StoredNode const& node, More... more)
        : Base(volume, node.facts, more...), map_(volume, node.storage), disk_(volume) {}

    u64 sectors() override { return map_.storage().sectors; }
    Outcome<void> save() override {
        map_.storage().size_bytes = this->size_bytes();
        return disk_.save(this->facts(), map_.storage());
    }
    Outcome<void> erase() override {
        if (has_blocks()) TRY(map_.cut(0));
        return disk_.erase(this->facts(), map_.storage());
    }

protected:
    ~Stored() = default;

    /// Whether its pointers are such to blocks.
    virtual bool has_blocks() { return true; }

    BlockMap& map() { return map_; }
    Storage& storage() { return map_.storage(); }
    Ext2Volume& disk() { return disk_; }

private:
    BlockMap map_;
    Ext2Volume& disk_;
};

/// A symbolic link. A short path lies where pointers would be, a longer one in a block.
class Ext2Link final : public Stored<LinkNode> {
public:
    using Stored::Stored;

    Outcome<u32> target(Span<u8> destination) override;
    Outcome<void> set_target(Span<u8 const> path) override;
    u64 size_bytes() override { return storage().size_bytes; }
    void destroy() override { disk().dispose(*this); }

private:
    bool has_blocks() override { return !is_in_node(); }
    bool is_in_node();
};

/// A device, a pipe, a socket.
class Ext2Node final : public Stored<NodeBase> {
public:
    using Stored::Stored;

    void destroy() override { disk().dispose(*this); }

private:
    bool has_blocks() override { return false; }
};

} // namespace flat::fs::ext2
