// SPDX-License-Identifier: BSD-2-Clause
// The nodes of groups of cylinders.
#include <fs/ufs/groups.hpp>

#include <core/memory.hpp>

namespace flat::fs::ufs {

namespace {

constexpr u32 known_nodes_offset = 120;

} // namespace

Outcome<u64> Groups::take_node(u64 parent, bool is_directory) {
    u32 const near = static_cast<u32>(parent / layout_.nodes_per_group);
    u32 const first = is_directory ? TRY(group_for_directory()) : near;
    for (u32 i = 0; i < layout_.groups; ++i) {
        Group const group = TRY(read((first + i) % layout_.groups));
        if (group.free_nodes == 0) continue;
        u32 const bit = TRY(find_node(group));
        if (bit >= layout_.nodes_per_group) continue;
        TRY(write_nodes_up_to(group, bit));
        TRY(set_node(group, bit, true));
        TRY(count(group.index, free_nodes, -1));
        if (is_directory) TRY(count(group.index, directories, 1));
        return u64{group.index} * layout_.nodes_per_group + bit;
    }
    return FsError{FsError::no_space};
}

Outcome<void> Groups::give_node(u64 number, bool was_directory) {
    Group const group = TRY(read(static_cast<u32>(number / layout_.nodes_per_group)));
    TRY(set_node(group, static_cast<u32>(number % layout_.nodes_per_group), false));
    TRY(count(group.index, free_nodes, 1));
    if (was_directory) TRY(count(group.index, directories, -1));
    return {};
}

Outcome<Groups::Place> Groups::place_of_node(u64 number) const {
    if (number < Layout::first_node || number >= layout_.nodes()) return FsError{FsError::corrupt};
    u64 const in_group = number % layout_.nodes_per_group;
    u32 const group = static_cast<u32>(number / layout_.nodes_per_group);
    return place(layout_.group_start(group) + layout_.node_offset, in_group * layout_.node_bytes);
}

/// The first free node; as many as there are if none is.
Outcome<u32> Groups::find_node(Group const& group) {
    BlockHold hold(volume_, blocks_);
    u64 held = 0;
    for (u32 bit = group.index == 0 ? Layout::first_node : 0; bit < layout_.nodes_per_group;
         ++bit) {
        Place const at = place(layout_.group_place(group.index), group.node_map + bit / 8);
        if (held != at.unit) TRY(hold.open(at.unit));
        held = at.unit;
        if (!(hold.bytes()[at.offset] >> bit % 8 & 1)) return bit;
    }
    return layout_.nodes_per_group;
}

/// CORRUPT if it is so already.
Outcome<void> Groups::set_node(Group const& group, u32 bit, bool is_used) {
    Place const at = place(layout_.group_place(group.index), group.node_map + bit / 8);
    BlockHold hold(volume_, blocks_);
    TRY(hold.open_to_write(at.unit));
    u8& byte = hold.bytes()[at.offset];
    if ((byte >> bit % 8 & 1) == (is_used ? 1 : 0)) return FsError{FsError::corrupt};
    byte = static_cast<u8>(byte ^ 1 << bit % 8);
    return {};
}

/// UFS2 writes tables of nodes block by block, when they are needed.
Outcome<void> Groups::write_nodes_up_to(Group const& group, u32 index) {
    if (!layout_.is_second || index < group.known_nodes) return {};
    u32 const per_block = layout_.nodes_per_block();
    u64 const table = layout_.group_start(group.index) + layout_.node_offset;
    u32 const begin = group.known_nodes / per_block;
    u32 const end = index / per_block + 1;
    BlockHold hold(volume_, blocks_);
    for (u64 i = u64{begin} * layout_.fragments_per_block;
         i < u64{end} * layout_.fragments_per_block; ++i) {
        TRY(hold.open_to_write(table + i));
        memset(hold.bytes().data(), 0, hold.bytes().size());
    }
    Place const at = place(layout_.group_place(group.index), known_nodes_offset);
    TRY(hold.open_to_write(at.unit));
    layout_.order.store(&hold.bytes()[at.offset], end * per_block);
    return {};
}

/// The group with the most free nodes among those with free blocks.
Outcome<u32> Groups::group_for_directory() {
    u32 best = 0;
    u32 most = 0;
    for (u32 i = 0; i < layout_.groups; ++i) {
        Group const group = TRY(read(i));
        if (group.free_blocks == 0 || group.free_nodes <= most) continue;
        best = i;
        most = group.free_nodes;
    }
    return best;
}

} // namespace flat::fs::ufs
