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

private:
    static constexpr u32 levels_max = 3;

    /// The way to an index: which pointer of the node, and which of each table after it.
    struct Way {
        u32 levels;
        u32 first;
        u32 in_table[levels_max];
    };

    Outcome<Way> way_to(u64 index) const;
    Outcome<u64> checked(u32 pointer) const;

    Ext2Volume& volume_;
    Storage storage_;
};

} // namespace flat::fs::ext2
