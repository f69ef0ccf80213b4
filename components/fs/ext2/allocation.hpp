// SPDX-License-Identifier: BSD-2-Clause
// Allocation of blocks and nodes.
#pragma once

#include <core/utility.hpp>
#include <fs/disk/bit_plane.hpp>
#include <fs/ext2/groups.hpp>

namespace flat::fs::ext2 {

class Ext2Volume;

/// By bitmaps, one for each group. Callers hold the volume's lock.
class Allocation : NonCopyable {
public:
    Allocation(Ext2Volume& volume, BlockPages& blocks, Layout const& layout, Groups& groups);

    /// Takes memory for what is given back.
    Outcome<void> start();
    void end();

    /// Takes the next free block from a wanted one on, in its group or in one after it. NO_SPACE.
    Outcome<u32> take_block(u64 wanted);

    /// Gives a block back, which is free once the disk has it so. CORRUPT if it is free.
    Outcome<void> give_block(u64 block);

    /// Takes a node: a file's in the group of the directory around it, or one after it; a
    /// directory's in a group with many free ones, so that files have room around. NO_SPACE.
    Outcome<u32> take_node(u64 parent, bool is_directory);

    /// Gives a node back, likewise.
    Outcome<void> give_node(u64 number, bool was_directory);

    /// Frees all that was given back: nothing on the disk leads to it any more.
    Outcome<void> free_given();

    /// Whether a node was given back and is not free yet.
    bool is_given(u64 number) const { return nodes_given_.is_started() && nodes_given_.at(number); }

    /// How much is given back and not free yet.
    u32 given_blocks() const { return given_blocks_; }
    u32 given_nodes() const { return given_nodes_; }

    /// The first block of the group of a node, near which its own should be.
    u64 first_block_of(u64 node) const;

private:
    Outcome<u32> take_free_block(u64 wanted);
    Outcome<u32> take_free_node(u64 parent, bool is_directory);
    Outcome<void> free_block(u64 block);
    Outcome<void> free_node(u64 number);
    Outcome<bool> is_taken(u64 bitmap, u32 index);
    Outcome<u32> take_bit(u64 bitmap, u32 from, u32 count);
    Outcome<void> give_bit(u64 bitmap, u32 index);
    u32 blocks_in(u32 group) const;
    Outcome<u32> group_for_directory();

    Ext2Volume& volume_;
    BlockPages& blocks_;
    Layout const& layout_;
    Groups& groups_;
    BitPlane blocks_given_;
    BitPlane nodes_given_;
    BitPlane directories_given_; // of the nodes
    u32 given_blocks_ = 0;
    u32 given_nodes_ = 0;
};

} // namespace flat::fs::ext2
