// SPDX-License-Identifier: BSD-2-Clause
// A file system of the format FFS that is mounted.
#pragma once

#include <fs/disk/disk_volume.hpp>
#include <fs/ufs/groups.hpp>
#include <fs/ufs/layout.hpp>
#include <fs/ufs/stored_node.hpp>

namespace flat::fs::ufs {

class Ufs;

/// A disk with FFS. A unit of its pages is a fragment.
class UfsVolume final : public DiskVolume {
public:
    UfsVolume(Ufs& owner, Services const& services, block::Disk& disk)
        : DiskVolume(services, limits_of_format, disk), owner_(owner) {}

    /// Reads what the disk says. After a failure only `abandon` may be called.
    Outcome<void> start(bool is_read_only);

    /// Ends the object's contents; what was changed is on the disk, or lost.
    void abandon() override;

    Statistics statistics() override;
    Outcome<void> unmount() override;

    Layout const& layout() const { return layout_; }

    // Callers of what follows hold the lock.

    Groups& groups() { return groups_; }

    /// Takes a block, for which nodes give back what they have in advance if there is no other.
    Outcome<u64> take_block(u64 near);

    /// Brings a node to its table.
    Outcome<void> save(Facts const& facts, Storage const& storage);

    /// Gives a node back, which has no blocks any more.
    Outcome<void> erase(Facts const& facts, Storage const& storage);

    bool has_owned_space() const override { return true; }
    Outcome<NodeBase*> make_node(DirectoryNode& parent, Directory::Beginning const& as) override;

    /// Among those that are mounted.
    ListLink<UfsVolume> in_format;

private:
    static constexpr Limits limits_of_format{.root = Layout::first_node,
                                             .links_max = 32767,
                                             .idle_max = 256,
                                             .file_bytes_max = u64(1) << 62};

    void wake() override;
    Outcome<NodeBase*> load(u64 number) override;
    Outcome<void> set_whole(bool is_whole) override;
    Outcome<void> write_back() override;
    Outcome<void> write_around_nodes();
    Outcome<void> read_layout();
    i64 seconds() { return now() / 1'000'000'000; }
    Outcome<Span<u8>> open_node(BlockHold& hold, u64 number, bool is_to_write);
    Outcome<NodeBase*> make_object(StoredNode const& node);
    Outcome<NodeBase*> make_fresh(StoredNode const& node);

    Ufs& owner_;
    Layout layout_ = {};
    Groups groups_{*this, blocks(), layout_};
};

} // namespace flat::fs::ufs
