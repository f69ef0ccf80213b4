// SPDX-License-Identifier: BSD-2-Clause
// A file system of System V's format that is mounted.
#pragma once

#include <fs/disk/disk_volume.hpp>
#include <fs/sysv/free_lists.hpp>
#include <fs/sysv/layout.hpp>
#include <fs/sysv/stored_node.hpp>

namespace flat::fs::sysv {

class SystemV;

/// A disk with System V's file system.
class SystemVVolume final : public DiskVolume {
public:
    SystemVVolume(SystemV& owner, Services const& services, block::Disk& disk)
        : DiskVolume(services, limits_of_format, disk), owner_(owner) {}

    /// Reads what the disk says. After a failure only `abandon` may be called.
    Outcome<void> start(bool is_read_only);

    /// Ends the object's contents; what was changed is on the disk, or lost.
    void abandon() override;

    Statistics statistics() override;
    Outcome<void> unmount() override;

    Layout const& layout() const { return layout_; }

    // Callers of what follows hold the lock.

    FreeLists& free_lists() { return free_lists_; }

    /// Brings a node to the table.
    Outcome<void> save(Facts const& facts, Storage const& storage);

    /// Gives a node back, which has no blocks any more.
    Outcome<void> erase(Facts const& facts, Storage const& storage);

    Outcome<NodeBase*> make_node(DirectoryNode& parent, Directory::Beginning const& as) override;

    /// Among those that are mounted.
    ListLink<SystemVVolume> in_format;

private:
    static constexpr Limits limits_of_format{.root = Layout::root_number,
                                             .links_max = 126,
                                             .idle_max = 256,
                                             .file_bytes_max = 0x7fff'ffff};

    void wake() override;
    Outcome<NodeBase*> load(u64 number) override;
    Outcome<void> set_whole(bool is_whole) override;
    u32 seconds() { return static_cast<u32>(now() / 1'000'000'000); }
    Outcome<Span<u8>> open_node(BlockHold& hold, u64 number, bool is_to_write);
    Outcome<NodeBase*> make_object(StoredNode const& node);

    SystemV& owner_;
    Layout layout_ = {};
    FreeLists free_lists_{*this, blocks(), layout_};
};

} // namespace flat::fs::sysv
