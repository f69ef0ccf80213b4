// SPDX-License-Identifier: BSD-2-Clause
// Which blocks of the disk a node of System V's file system consists of.
#pragma once

#include <fs/disk/block_tree.hpp>
#include <fs/sysv/stored_node.hpp>

namespace flat::fs::sysv {

class SystemVVolume;

/// Ten blocks are named by the node itself. Paths of links lie in blocks.
class BlockMap final : public BlockTree {
public:
    BlockMap(SystemVVolume& volume, Storage const& storage);

    Storage& storage() { return storage_; }

    // As files and links call it: a unit is a block.

    Outcome<u64> find_unit(u64 index, Patience patience) { return find(index, patience); }
    Outcome<u64> take_unit(u64 index, u64 near) { return take(index, near); }

    /// Blocks come from a list, and lie anywhere.
    u64 first_near(u64 number) const { return number; }
    Outcome<void> open_fresh(BlockHold& hold, u64 unit) { return hold.open_to_write(unit); }
    Span<u8> path_room() { return {}; }
    bool is_path_in_room(u64 bytes) const { return bytes == 0; }
    u64 path_max() const { return shape().table_bytes - 1; }

private:
    u64 pointer(u32 index) const override { return storage_.pointers[index]; }
    void set_pointer(u32 index, u64 block) override {
        storage_.pointers[index] = static_cast<u32>(block);
    }
    bool is_block(u64 block) const override;
    Outcome<u64> take_one(u64 near, bool is_table) override;
    Outcome<void> give_one(u64 block, u64 index) override;

    SystemVVolume& volume_;
    Storage storage_;
};

} // namespace flat::fs::sysv
