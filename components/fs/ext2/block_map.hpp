// SPDX-License-Identifier: BSD-2-Clause
// Which blocks of the disk a node consists of.
#pragma once

#include <fs/disk/block_tree.hpp>
#include <fs/ext2/stored_node.hpp>

namespace flat::fs::ext2 {

class Ext2Volume;

/// Twelve blocks are named by the node itself. Instead of blocks there may be a short path.
class BlockMap final : public BlockTree {
public:
    static constexpr u32 direct_max = 12;

    BlockMap(Ext2Volume& volume, Storage const& storage);

    Storage& storage() { return storage_; }

    // As files and links call it: a unit is a block.

    Outcome<u64> find_unit(u64 index, Patience patience) { return find(index, patience); }
    Outcome<u64> take_unit(u64 index, u64 near) { return take(index, near); }

    /// Near which block the first one of a node should be.
    u64 first_near(u64 number) const;

    /// Holds a block to change it, which reaches the disk before nodes that lead there.
    Outcome<void> open_fresh(BlockHold& hold, u64 block);

    Span<u8> path_room() { return writable_bytes_of(Span<u32>(storage_.pointers)); }

    /// Whether no block is the path's, which has `bytes`.
    bool is_path_in_room(u64 bytes) const;

    /// How long paths can be.
    u64 path_max() const;

private:
    u64 pointer(u32 index) const override { return storage_.pointers[index]; }
    void set_pointer(u32 index, u64 block) override {
        storage_.pointers[index] = static_cast<u32>(block);
    }
    bool is_block(u64 block) const override;
    Outcome<u64> take_one(u64 near, bool is_table) override;
    Outcome<void> give_one(u64 block, u64 index) override;
    Outcome<void> open_table(BlockHold& hold, u64 unit) override { return open_fresh(hold, unit); }

    Ext2Volume& volume_;
    Storage storage_;
};

} // namespace flat::fs::ext2
