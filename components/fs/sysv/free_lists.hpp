// SPDX-License-Identifier: BSD-2-Clause
// What is free on a disk with System V's file system.
#pragma once

#include <core/utility.hpp>
#include <fs/disk/block_hold.hpp>
#include <fs/sysv/layout.hpp>

namespace flat::fs::sysv {

/// Free blocks are a list of chunks: the superblock has the first one, and the first block that a
/// chunk names has the next. Of free nodes some are named in the superblock; when none is, the
/// table is looked through. Callers hold the volume's lock.
class FreeLists : NonCopyable {
public:
    FreeLists(Volume& volume, BlockPages& blocks, Layout const& layout)
        : volume_(volume), blocks_(blocks), layout_(layout) {}

    /// Takes a block, whose contents are what they are. NO_SPACE.
    Outcome<u32> take_block();
    Outcome<void> give_block(u64 block);

    /// Takes a node, whose place in the table is free. NO_SPACE.
    Outcome<u32> take_node();
    Outcome<void> give_node(u64 number);

    Outcome<u32> free_blocks();
    Outcome<u32> free_nodes();

    /// Says in the superblock whether the disk is whole, and when that was said.
    Outcome<void> set_whole(bool is_whole, u32 seconds);

    /// Where a node lies in the table. CORRUPT if there is none of this number.
    struct Place {
        u64 block;
        u32 offset;
    };
    Outcome<Place> place_of_node(u64 number) const;

private:
    /// Holds the superblock; its bytes.
    Outcome<u8*> open_super(BlockHold& hold, bool is_to_write);
    Outcome<void> add_to_total(u32 offset, bool is_wide, i32 change);
    Outcome<void> next_chunk(u32 block);
    Outcome<void> move_chunk(u32 block);
    Outcome<void> find_nodes();
    Outcome<bool> is_node_free(u64 number);
    u32 word(u8 const* place) const { return layout_.order.load<u32>(place); }
    u32 half(u8 const* place) const { return layout_.order.load<u16>(place); }

    Volume& volume_;
    BlockPages& blocks_;
    Layout const& layout_;
};

} // namespace flat::fs::sysv
