// SPDX-License-Identifier: BSD-2-Clause
// A file system of the format FAT that is mounted.
#pragma once

#include <core/containers/list.hpp>
#include <core/containers/ordered_tree.hpp>
#include <core/top.hpp>
#include <fs/disk/block_hold.hpp>
#include <fs/disk/block_pages.hpp>
#include <fs/fat/cluster_table.hpp>
#include <fs/fat/clusters.hpp>
#include <fs/fat/record.hpp>
#include <fs/nodes/volume.hpp>

namespace flat::fs::fat {

class Fat;

/// Nodes have no numbers on the disk: one that is loaded gets that of the place of its entry, in
/// slots from the disk's begin, plus a multiple of `generation` if a node in memory has it already,
/// whose entry was there before. One that is made gets a number from `first_fresh` on.
class FatVolume final : public Volume {
public:
    static constexpr u64 root_number = 1; // in the boot sector there is no entry
    static constexpr u64 generation = u64(1) << 40;
    static constexpr u64 first_fresh = u64(1) << 63;

    FatVolume(Fat& owner, Services const& services, block::Disk& disk)
        : Volume(services, limits_of_format), owner_(owner), disk_(disk), blocks_(*this, disk),
          table_(*this, blocks_, layout_), clusters_(*this, table_) {}

    /// Reads what the disk says, and says there that it is mounted if it is to be changed. After a
    /// failure only `abandon` may be called.
    Outcome<void> start(bool is_read_only);

    /// Ends the object's contents; what was changed is on the disk, or lost.
    void abandon();

    Statistics statistics() override;
    Outcome<void> sync() override;
    Outcome<void> unmount() override;

    Layout const& layout() const { return layout_; }
    BlockPages& blocks() { return blocks_; }
    block::Disk& disk() { return disk_; }
    bool is_writable() const { return is_writable_; }

    // Callers of what follows hold the lock.

    Clusters& clusters() { return clusters_; }

    Outcome<void> check_writable() override;

    /// Brings metadata to the disk in three steps, so that whatever stays away, no cluster is that
    /// of two nodes: chains; names, and sizes that end them; what is free.
    Outcome<void> write_back() override;
    Outcome<NodeBase*> make_node(DirectoryNode& parent, Directory::Beginning const& as) override;

    /// The number of the node whose entry is there.
    u64 number_at(u64 position);

    /// The record of a node of this file system.
    static Record& record_of(NodeBase& node) { return *narrow_to<Record>(node); }

    /// The record of the node whose entry is there, if it is in memory.
    Record* record_at(u64 position) { return records_.find(position); }

    /// A node's entry is there from now on; 0: it has none.
    void set_position(Record& record, u64 position);

    /// Writes an entry to its place, if it has one.
    Outcome<void> save(Record const& record);

    /// Takes a cluster of zeros for the end of a directory.
    Outcome<void> extend_directory(ClusterChain& chain);

    /// Has the second entry of a directory name the one around it.
    Outcome<void> set_parent(u32 cluster, Record& parent);

    /// The sector of the disk in which an entry lies.
    u64 sector_of(u64 position) const { return position / layout_.slots_per_sector(); }

    /// The slot of an entry in that sector.
    Span<u8> slot_in(BlockHold const& hold, u64 position) const;

    /// The number of the directory that has this cluster as its first, whose entry is looked for in
    /// the directory around it. CORRUPT if there is none.
    Outcome<u64> number_of_directory(u32 cluster);

    /// The cluster of the directory around one, as its second entry says; 0 is the root.
    Outcome<u32> parent_cluster(u32 cluster);

    /// Whether a cluster is where the root begins, by whatever name.
    bool is_root(u32 cluster) const { return cluster == 0 || cluster == layout_.root_cluster; }

    /// Appends all clusters from `first` on. CORRUPT if there is no end.
    Outcome<void> read_chain(u32 first, ClusterChain& chain);

    /// The node's object ends.
    void forget(Record& record) { set_position(record, 0); }

    /// Among the component's volumes.
    ListLink<FatVolume> in_format;

private:
    static constexpr u32 dot_dot_slot = 1; // of a directory: the one around it

    static constexpr Limits limits_of_format{.root = root_number,
                                             .links_max = 0x7fff'ffff,
                                             .idle_max = 256,
                                             .file_bytes_max = 0xffff'ffff};

    Outcome<NodeBase*> load(u64 number) override;
    Outcome<void> close() override;
    Outcome<void> leave_whole();
    Outcome<NodeBase*> load_root();
    Outcome<ShortEntry> entry_at(u64 position);
    Outcome<NodeBase*> load_directory(Place const& place);
    Outcome<NodeBase*> load_file(Place const& place);
    Outcome<NodeBase*> keep(NodeBase& node, Record& record, Outcome<void> outcome);
    u32 cluster_of(ShortEntry const& entry) const;
    Outcome<void> set_whole(bool is_whole);
    Outcome<void> write_free_info();
    Outcome<void> clean_all();
    Outcome<void> start_directory(Record& record, Record& parent);

    Fat& owner_;
    block::Disk& disk_;
    BlockPages blocks_;
    Layout layout_ = {};
    ClusterTable table_;
    bool is_writable_ = false;
    Clusters clusters_;
    u64 next_fresh_ = first_fresh;
    OrderedTree<Record, &Record::by_position, &Record::position_key> records_;
};

} // namespace flat::fs::fat
