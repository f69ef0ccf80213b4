// SPDX-License-Identifier: BSD-2-Clause
// A file system of the format ext2 that is mounted.
#pragma once

#include <core/containers/list.hpp>
#include <fs/disk/disk_volume.hpp>
#include <fs/ext2/allocation.hpp>
#include <fs/ext2/groups.hpp>
#include <fs/ext2/layout.hpp>
#include <fs/ext2/stored_node.hpp>
#include <fs/ext2/write_order.hpp>

namespace flat::fs::ext2 {

class Ext2;

/// A disk with ext2.
class Ext2Volume final : public DiskVolume {
public:
    static constexpr u64 root_number = 2;

    Ext2Volume(Ext2& owner, Services const& services, block::Disk& disk)
        : DiskVolume(services, limits_of_format, disk), owner_(owner) {}

    /// Reads what the disk says. After a failure only `abandon` may be called.
    Outcome<void> start(bool is_read_only);

    void abandon() override;

    Statistics statistics() override;
    Outcome<void> unmount() override;

    Layout const& layout() const { return layout_; }
    Allocation& allocation() { return allocation_; }
    WriteOrder& order() { return order_; }

    // Callers of what follows hold the lock.

    Outcome<void> write_back() override;

    /// Brings all metadata to the disk, in the order of `WriteOrder`, frees what was given back,
    /// and lists nodes without a name that somebody holds still, for whoever mounts the disk when
    /// they are not removed any more. Blocks.
    Outcome<void> commit();

    /// Brings a node to its table; one that has no name stays there as it was, until names are
    /// gone.
    Outcome<void> save(Facts const& facts, Storage const& storage);

    /// Gives a node back, which has no blocks any more.
    Outcome<void> erase(Facts const& facts, Storage const& storage);

    /// Says in its table that a node has ended.
    Outcome<void> store_end(u64 number);

    bool has_owned_space() const override { return true; }
    Outcome<NodeBase*> make_node(DirectoryNode& parent, Directory::Beginning const& as) override;

    /// Among those that are mounted.
    ListLink<Ext2Volume> in_format;

private:
    static constexpr Limits limits_of_format{
        .root = root_number, .links_max = 32000, .idle_max = 256, .file_bytes_max = u64(2) << 40};

    /// Where a node lies in a table.
    struct Place {
        u64 block;
        u32 offset;
    };

    void wake() override;
    Outcome<NodeBase*> load(u64 number) override;
    Outcome<void> set_whole(bool is_whole) override;
    Outcome<void> list_orphans();
    Outcome<void> free_orphans(u64 first);
    Outcome<u64> free_orphan(u64 number);
    Outcome<void> give_attributes(u32 block);
    /// The time for the disk, not before what it was last written: e2fsck takes small numbers for
    /// links between nodes.
    u32 seconds() { return max(static_cast<u32>(now() / 1'000'000'000), written_at_); }
    Outcome<Place> place_of(u64 number);
    Outcome<NodeBase*> make_object(StoredNode const& node);
    Outcome<NodeBase*> make_fresh(StoredNode const& node);

    Ext2& owner_;
    Layout layout_ = {};
    WriteOrder order_{services().objects, blocks()};
    Groups groups_{*this, blocks(), layout_};
    Allocation allocation_{*this, blocks(), layout_, groups_};
    bool lists_orphans_ = false;
    u32 next_orphan_ = 0; // the one after that which is listed
    u32 written_at_ = 0;
};

} // namespace flat::fs::ext2
