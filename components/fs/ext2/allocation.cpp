// SPDX-License-Identifier: BSD-2-Clause
// Allocation of blocks and nodes.
#include <fs/ext2/allocation.hpp>

#include <fs/ext2/ext2_volume.hpp>

namespace flat::fs::ext2 {

namespace {

constexpr u32 none = ~u32(0);

/// What cannot be freed because the disk contradicts itself is left to fsck.
Outcome<void> unless_corrupt(Outcome<void> outcome) {
    bool const is_corrupt = outcome.is_error() && outcome.error().code == FsError::corrupt;
    return is_corrupt ? Outcome<void>() : outcome;
}

} // namespace

Allocation::Allocation(Ext2Volume& volume, BlockPages& blocks, Layout const& layout, Groups& groups)
    : volume_(volume), blocks_(blocks), layout_(layout), groups_(groups),
      blocks_given_(volume.services().objects), nodes_given_(volume.services().objects),
      directories_given_(volume.services().objects) {}

Outcome<void> Allocation::start() {
    TRY(blocks_given_.start(layout_.blocks));
    TRY(nodes_given_.start(u64{layout_.nodes} + 1));
    return directories_given_.start(u64{layout_.nodes} + 1);
}

void Allocation::end() {
    blocks_given_.end();
    nodes_given_.end();
    directories_given_.end();
}

/// If there is no other, what was given back is free as soon as the disk can have it so.
Outcome<u32> Allocation::take_block(u64 wanted) {
    auto const block = take_free_block(wanted);
    bool const is_full = block.is_error() && block.error().code == FsError::no_space;
    if (!is_full || given_blocks_ == 0) return block;
    TRY(volume_.commit());
    return take_free_block(wanted);
}

Outcome<u32> Allocation::take_node(u64 parent, bool is_directory) {
    auto const node = take_free_node(parent, is_directory);
    bool const is_full = node.is_error() && node.error().code == FsError::no_space;
    if (!is_full || given_nodes_ == 0) return node;
    TRY(volume_.commit());
    return take_free_node(parent, is_directory);
}

Outcome<void> Allocation::give_block(u64 block) {
    if (!layout_.is_block(block) || blocks_given_.at(block)) return FsError{FsError::corrupt};
    u32 const begin = static_cast<u32>(block - layout_.first_block);
    Groups::Group const group = TRY(groups_.read(begin / layout_.blocks_per_group));
    if (!TRY(is_taken(group.block_bitmap, begin % layout_.blocks_per_group)))
        return FsError{FsError::corrupt};
    blocks_given_.set(block, true);
    ++given_blocks_;
    return {};
}

Outcome<void> Allocation::give_node(u64 number, bool was_directory) {
    if (nodes_given_.at(number)) return FsError{FsError::corrupt};
    u32 const begin = static_cast<u32>(number - 1);
    Groups::Group const group = TRY(groups_.read(begin / layout_.nodes_per_group));
    if (!TRY(is_taken(group.node_bitmap, begin % layout_.nodes_per_group)))
        return FsError{FsError::corrupt};
    nodes_given_.set(number, true);
    directories_given_.set(number, was_directory);
    ++given_nodes_;
    return {};
}

Outcome<void> Allocation::free_given() {
    u64 const end = layout_.blocks;
    for (u64 each = blocks_given_.next(0); each < end; each = blocks_given_.next(each + 1))
        TRY(unless_corrupt(free_block(each)));
    u64 const nodes = layout_.nodes;
    for (u64 each = nodes_given_.next(0); each <= nodes; each = nodes_given_.next(each + 1))
        TRY(unless_corrupt(free_node(each)));
    return {};
}

Outcome<u32> Allocation::take_free_block(u64 wanted) {
    u64 const begin = layout_.is_block(wanted) ? wanted - layout_.first_block : 0;
    u32 const first = static_cast<u32>(begin / layout_.blocks_per_group);
    // The first group is tried again at the end, from its beginning.
    for (u32 i = 0; i <= layout_.groups; ++i) {
        u32 const index = (first + i) % layout_.groups;
        Groups::Group const group = TRY(groups_.read(index));
        if (group.free_blocks == 0) continue;
        u32 const from = i == 0 ? static_cast<u32>(begin % layout_.blocks_per_group) : 0;
        u32 const bit = TRY(take_bit(group.block_bitmap, from, blocks_in(index)));
        if (bit == none) continue;
        u64 const block = layout_.first_block + u64{index} * layout_.blocks_per_group + bit;
        if (!layout_.is_block(block)) return FsError{FsError::corrupt};
        TRY(groups_.count(index, Groups::free_blocks, false));
        return static_cast<u32>(block);
    }
    return FsError{FsError::no_space};
}

Outcome<void> Allocation::free_block(u64 block) {
    blocks_given_.set(block, false);
    --given_blocks_;
    u32 const begin = static_cast<u32>(block - layout_.first_block);
    u32 const index = begin / layout_.blocks_per_group;
    Groups::Group const group = TRY(groups_.read(index));
    TRY(give_bit(group.block_bitmap, begin % layout_.blocks_per_group));
    return groups_.count(index, Groups::free_blocks, true);
}

Outcome<u32> Allocation::take_free_node(u64 parent, bool is_directory) {
    u32 const near = static_cast<u32>((parent - 1) / layout_.nodes_per_group);
    u32 const first = is_directory ? TRY(group_for_directory()) : near;
    for (u32 i = 0; i < layout_.groups; ++i) {
        u32 const index = (first + i) % layout_.groups;
        Groups::Group const group = TRY(groups_.read(index));
        if (group.free_nodes == 0) continue;
        u32 const reserved = index == 0 ? layout_.first_free_node - 1 : 0;
        u32 const bit = TRY(take_bit(group.node_bitmap, reserved, layout_.nodes_per_group));
        if (bit == none) continue;
        TRY(groups_.count(index, Groups::free_nodes, false));
        if (is_directory) TRY(groups_.count(index, Groups::directories, true));
        return index * layout_.nodes_per_group + bit + 1;
    }
    return FsError{FsError::no_space};
}

Outcome<void> Allocation::free_node(u64 number) {
    nodes_given_.set(number, false);
    --given_nodes_;
    TRY(volume_.store_end(number));
    u32 const begin = static_cast<u32>(number - 1);
    u32 const index = begin / layout_.nodes_per_group;
    Groups::Group const group = TRY(groups_.read(index));
    TRY(give_bit(group.node_bitmap, begin % layout_.nodes_per_group));
    if (directories_given_.at(number)) TRY(groups_.count(index, Groups::directories, false));
    return groups_.count(index, Groups::free_nodes, true);
}

u64 Allocation::first_block_of(u64 node) const {
    u64 const group = (node - 1) / layout_.nodes_per_group;
    return layout_.first_block + group * layout_.blocks_per_group;
}

/// Sets the first clear bit of some, from one on; which one it is.
Outcome<u32> Allocation::take_bit(u64 bitmap, u32 from, u32 count) {
    BlockHold hold(volume_, blocks_);
    TRY(hold.open_to_write(bitmap));
    Span<u8> const bytes = hold.bytes();
    for (u32 bit = from; bit < count; ++bit) {
        if (bit % 8 == 0 && bytes[bit / 8] == 0xff) {
            bit += 7;
            continue;
        }
        if (bytes[bit / 8] >> bit % 8 & 1) continue;
        bytes[bit / 8] |= static_cast<u8>(1 << bit % 8);
        return bit;
    }
    return u32{none};
}

Outcome<bool> Allocation::is_taken(u64 bitmap, u32 index) {
    BlockHold hold(volume_, blocks_);
    TRY(hold.open(bitmap));
    return (hold.bytes()[index / 8] >> index % 8 & 1) != 0;
}

Outcome<void> Allocation::give_bit(u64 bitmap, u32 index) {
    BlockHold hold(volume_, blocks_);
    TRY(hold.open_to_write(bitmap));
    u8& byte = hold.bytes()[index / 8];
    u8 const bit = static_cast<u8>(1 << index % 8);
    if (!(byte & bit)) return FsError{FsError::corrupt};
    byte = static_cast<u8>(byte & ~bit);
    return {};
}

u32 Allocation::blocks_in(u32 group) const {
    u64 const before = layout_.first_block + u64{group} * layout_.blocks_per_group;
    return static_cast<u32>(min<u64>(layout_.blocks - before, layout_.blocks_per_group));
}

/// The group with the most free nodes among those with free blocks.
Outcome<u32> Allocation::group_for_directory() {
    u32 best = 0;
    u32 free_nodes = 0;
    for (u32 i = 0; i < layout_.groups; ++i) {
        Groups::Group const group = TRY(groups_.read(i));
        if (group.free_blocks == 0 || group.free_nodes <= free_nodes) continue;
        best = i;
        free_nodes = group.free_nodes;
    }
    return best;
}

} // namespace flat::fs::ext2
