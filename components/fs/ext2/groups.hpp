// SPDX-License-Identifier: BSD-2-Clause
// The groups into which a disk is divided, and what is counted of each and of all.
#pragma once

#include <core/utility.hpp>
#include <fs/disk/block_hold.hpp>
#include <fs/ext2/layout.hpp>

namespace flat::fs::ext2 {

/// Descriptors, and counts of the superblock. Callers hold the volume's lock.
class Groups : NonCopyable {
public:
    /// What the descriptor of a group says, checked.
    struct Group {
        u32 block_bitmap;
        u32 node_bitmap;
        u32 node_table;
        u32 free_blocks;
        u32 free_nodes;
    };

    /// What is counted: where in a descriptor, and where in the superblock, if there.
    struct Counter {
        u32 in_descriptor;
        u32 in_super_block; // 0: nowhere
    };
    static constexpr Counter free_blocks{12, super_block::free_blocks};
    static constexpr Counter free_nodes{14, super_block::free_nodes};
    static constexpr Counter directories{16, 0};

    Groups(Volume& volume, BlockPages& blocks, Layout const& layout)
        : volume_(volume), blocks_(blocks), layout_(layout) {}

    Outcome<Group> read(u32 index);

    /// One more, or one less, in a group.
    Outcome<void> count(u32 index, Counter const& counter, bool is_more);

    /// The superblock's word at an offset.
    Outcome<u32> super_word(u32 offset);

    Outcome<void> set_super_word(u32 offset, u32 value);

    /// Says in the superblock whether the disk is whole, and when that was said.
    Outcome<void> set_whole(bool is_whole, u32 seconds);

private:
    /// Holds the block with the superblock; where in it that begins.
    Outcome<u32> open_super(BlockHold& hold, bool is_to_write);

    Volume& volume_;
    BlockPages& blocks_;
    Layout const& layout_;
};

} // namespace flat::fs::ext2
