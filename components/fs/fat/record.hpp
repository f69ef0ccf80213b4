// SPDX-License-Identifier: BSD-2-Clause
// What a node of FAT is besides what nodes of all formats are.
#pragma once

#include <core/containers/ordered_tree.hpp>
#include <core/utility.hpp>
#include <fs/fat/cluster_chain.hpp>
#include <fs/fat/short_entry.hpp>
#include <fs/nodes/node_base.hpp>

namespace flat::fs::fat {

class FatVolume;

/// An entry, where it lies, and the number that its node is to have.
struct Place {
    u64 number;
    u64 position; // 0: there is no entry
    ShortEntry entry;

    /// What it says about its node.
    Facts facts() const;
};

/// The mode that attributes stand for.
u32 mode_of(u8 attributes);

/// A member of each node. Its volume finds it by the place of the entry, while there is one.
class Record : NonCopyable {
public:
    /// By this identity a node tells its record to its own volume.
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.fs.fat.Record");

    Record(NodeBase& node, memory::Objects& objects, Place const& place)
        : node_(node), chain_(objects), entry_(place.entry), position_(place.position) {}

    NodeBase& node() { return node_; }
    ClusterChain& chain() { return chain_; }
    ShortEntry& entry() { return entry_; }
    u64 position() const { return position_; }

    /// Has the entry say what facts, chain and size are; facts what the entry can say of them.
    void update(u64 size_bytes);

    u64 position_key() const { return position_; }
    TreeLink<Record> by_position;

private:
    friend class FatVolume;

    NodeBase& node_;
    ClusterChain chain_;
    ShortEntry entry_; // as it was read, but for what facts and the chain say
    u64 position_;
};

} // namespace flat::fs::fat
