// SPDX-License-Identifier: BSD-2-Clause
// The groups of cylinders into which a disk is divided: what is free in each.
#pragma once

#include <core/bits.hpp>
#include <core/utility.hpp>
#include <fs/disk/bit_plane.hpp>
#include <fs/disk/block_hold.hpp>
#include <fs/ufs/layout.hpp>

namespace flat::fs::ufs {

/// Bitmaps, and what is counted in each group, in the summary of all groups, and in the superblock.
/// Callers hold the volume's lock.
class Groups : NonCopyable {
public:
    /// What is counted everywhere; the number is where, among four words.
    enum Counter : u32 { directories = 0, free_blocks = 4, free_nodes = 8, free_fragments = 12 };

    Groups(Volume& volume, BlockPages& blocks, Layout const& layout)
        : volume_(volume), blocks_(blocks), layout_(layout), left_(volume.services().objects) {}

    /// Takes a block near a fragment, in its group or in one after it; its first fragment.
    /// NO_SPACE.
    Outcome<u64> take_block(u64 near);

    /// Takes fragments of one block if all of them are free.
    Outcome<bool> take_if_free(u64 first, u32 count);

    /// Gives fragments of one block back. CORRUPT if one of them is free.
    Outcome<void> give(u64 first, u32 count);

    /// Gives fragments of one block back, but not before `give_left`: the disk still says that they
    /// are somebody's.
    void leave(u64 first, u32 count);

    /// Gives back what was left; FALSE if that is nothing.
    Outcome<bool> give_left();

    /// Takes the memory for that. OUT_OF_MEMORY.
    Outcome<void> start() { return left_.start(layout_.fragments); }
    void end() { left_.end(); }

    /// Where the table of a group's nodes begins, and after which fragment it ends.
    u64 nodes_begin(u32 group) const { return layout_.group_start(group) + layout_.node_offset; }
    u64 nodes_end(u32 group) const {
        u64 const bytes = u64{layout_.nodes_per_group} * layout_.node_bytes;
        return nodes_begin(group) + divide_up<u64>(bytes, layout_.fragment_bytes);
    }

    /// Takes a node: a file's in the group of the directory around it, or one after it; a
    /// directory's in a group with many free ones. NO_SPACE.
    Outcome<u64> take_node(u64 parent, bool is_directory);
    Outcome<void> give_node(u64 number, bool was_directory);

    /// What is counted of all groups.
    Outcome<u64> total(Counter counter);

    /// Says in the superblock whether the disk is whole, and when that was said.
    Outcome<void> set_whole(bool is_whole, i64 seconds);

    /// Where something lies that begins some bytes after a fragment.
    struct Place {
        u64 unit;
        u32 offset;
    };
    Place place(u64 fragment, u64 offset) const {
        return {fragment + offset / layout_.fragment_bytes,
                static_cast<u32>(offset % layout_.fragment_bytes)};
    }

    /// Where a node lies in its group's table. CORRUPT if there is none of this number.
    Outcome<Place> place_of_node(u64 number) const;

private:
    /// What a group says about itself, checked.
    struct Group {
        u32 index;
        u32 node_map; // where bitmaps begin, in bytes
        u32 fragment_map;
        u32 cluster_sums;
        u32 cluster_map;
        u32 free_blocks;
        u32 free_nodes;
        u32 known_nodes; // UFS2: how many have been written to the table
    };

    Outcome<Group> read(u32 index);
    Outcome<void> add(Place const& place, i32 change);
    Outcome<void> add_wide(Place const& place, i32 change);
    Outcome<void> count(u32 group, Counter counter, i32 change);
    Outcome<void> account(u32 group, u32 bits, i32 sign);
    Outcome<bool> change(u64 first, u32 count, bool is_free);
    Outcome<bool> cluster_bit(Group const& group, u64 block);
    Outcome<u32> run_of_free(Group const& group, u64 block, i32 step);
    Outcome<void> cluster_changes(Group const& group, u64 block, bool is_free);
    Outcome<u32> find_block(Group const& group, u32 from);
    Outcome<u32> find_node(Group const& group);
    Outcome<void> set_node(Group const& group, u32 bit, bool is_used);
    Outcome<void> write_nodes_up_to(Group const& group, u32 index);
    Outcome<u32> group_for_directory();
    u64 super_fragment() const { return layout_.super_begin / layout_.fragment_bytes; }
    u32 whole() const { return (u32(1) << layout_.fragments_per_block) - 1; }

    Volume& volume_;
    BlockPages& blocks_;
    Layout const& layout_;
    BitPlane left_; // fragments that are to be given back
};

} // namespace flat::fs::ufs
