// SPDX-License-Identifier: BSD-2-Clause
// Which blocks of the disk a node consists of.
#pragma once

#include <core/utility.hpp>
#include <fs/block_hold.hpp>
#include <fs/ext2/stored_node.hpp>

namespace flat::fs::ext2 {

class Ext2Volume;

/// Twelve blocks are named by the node itself, others by one, two or three levels of tables.
class BlockMap : NonCopyable {
public:
    static constexpr u32 direct_max = 12;

    BlockMap(Ext2Volume& volume, Storage const& storage) : volume_(volume), storage_(storage) {}

    Storage& storage() { return storage_; }

    /// The block of an index; 0 if there is none, which is a hole. BUSY if a table would have to be
    /// waited for and is not.
    Outcome<u64> find(u64 index, Patience patience);

    // What follows is for who has the lock, and saves the node.

    /// The block of an index, which is taken, near `near`, if there is none; its contents are what
    /// they are. NO_SPACE.
    Outcome<u64> take(u64 index, u64 near);

    /// Gives all blocks from an index on back, and tables that are empty then.
    Outcome<void> cut(u64 index);

private:
    static constexpr u32 levels_max = 3;

    /// The way to an index: which pointer of the node, and which of each table after it.
    struct Way {
        u32 levels;
        u32 first;
        u32 in_table[levels_max];
    };

    Outcome<u32> take_one(u64 near, bool is_table);
    Outcome<void> give_one(u32 pointer);
    Outcome<void> open_fresh(BlockHold& hold, u64 block);
    Outcome<void> cut_table(u32 table, u32 level, u64 first);
    u64 covered_by(u32 level) const;
    Outcome<Way> way_to(u64 index) const;
    Outcome<u64> checked(u32 pointer) const;

    Ext2Volume& volume_;
    Storage storage_;
};

} // namespace flat::fs::ext2
