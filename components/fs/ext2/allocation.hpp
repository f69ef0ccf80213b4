// SPDX-License-Identifier: BSD-2-Clause
// Blocks and nodes that are free, and who gets them.
#pragma once

#include <core/utility.hpp>
#include <fs/ext2/groups.hpp>

namespace flat::fs::ext2 {

/// By bitmaps, one for each group. For who has the volume's lock.
class Allocation : NonCopyable {
public:
    Allocation(Volume& volume, BlockPages& blocks, Layout const& layout, Groups& groups)
        : volume_(volume), blocks_(blocks), layout_(layout), groups_(groups) {}

    /// Takes the next free block from a wanted one on, in its group or in one after it. NO_SPACE.
    Outcome<u32> take_block(u64 wanted);

    /// Gives a block back. CORRUPT if it is free.
    Outcome<void> give_block(u64 block);

    /// Takes a node: a file's in the group of the directory around it, or one after it; a
    /// directory's in a group with many free ones, so that files have room around. NO_SPACE.
    Outcome<u32> take_node(u64 parent, bool is_directory);

    /// Gives a node back. CORRUPT if it is free.
    Outcome<void> give_node(u64 number, bool was_directory);

    /// The first block of the group of a node, near which its own should be.
    u64 first_block_of(u64 node) const;

private:
    Outcome<u32> take_bit(u64 bitmap, u32 from, u32 count);
    Outcome<void> give_bit(u64 bitmap, u32 index);
    u32 blocks_in(u32 group) const;
    Outcome<u32> group_for_directory();

    Volume& volume_;
    BlockPages& blocks_;
    Layout const& layout_;
    Groups& groups_;
};

} // namespace flat::fs::ext2
