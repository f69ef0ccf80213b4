// SPDX-License-Identifier: BSD-2-Clause
// What is free on a disk with System V's file system.
#include <fs/sysv/free_lists.hpp>

#include <core/memory.hpp>
#include <fs/sysv/stored_node.hpp>

namespace flat::fs::sysv {

Outcome<u8*> FreeLists::open_super(BlockHold& hold, bool is_to_write) {
    u64 const block = Layout::super_begin / layout_.block_bytes;
    TRY(is_to_write ? hold.open_to_write(block) : hold.open(block));
    return &hold.bytes()[Layout::super_begin % layout_.block_bytes];
}

/// A list ends with a number of 0.
Outcome<u32> FreeLists::take_block() {
    u32 block = 0;
    u32 count = 0;
    {
        BlockHold hold(volume_, blocks_);
        u8* const super = TRY(open_super(hold, true));
        count = half(super + layout_.fields.free_count);
        if (count > Layout::free_max) return FsError{FsError::corrupt};
        if (count == 0) return FsError{FsError::no_space};
        --count;
        block = word(super + layout_.fields.free + usize(4) * count);
        if (block == 0) return FsError{FsError::no_space};
        if (!layout_.is_data(block)) return FsError{FsError::corrupt};
        layout_.order.store(super + layout_.fields.free_count, static_cast<u16>(count));
    }
    if (count == 0) TRY(next_chunk(block));
    blocks_.set_changed(block, false); // it is no metadata any more
    TRY(add_to_total(layout_.fields.total_free, true, -1));
    return block;
}

/// Has the superblock go on with the chunk that lies in a block.
Outcome<void> FreeLists::next_chunk(u32 block) {
    BlockHold chunk(volume_, blocks_);
    BlockHold hold(volume_, blocks_);
    TRY(chunk.open(block));
    u8* const super = TRY(open_super(hold, true));
    u32 const count = half(chunk.bytes().data());
    if (count > Layout::free_max) return FsError{FsError::corrupt};
    layout_.order.store(super + layout_.fields.free_count, static_cast<u16>(count));
    memcpy(super + layout_.fields.free, &chunk.bytes()[layout_.fields.chunk], usize(4) * count);
    return {};
}

Outcome<void> FreeLists::give_block(u64 block) {
    if (!layout_.is_data(block)) return FsError{FsError::corrupt};
    blocks_.set_changed(block, false);
    BlockHold hold(volume_, blocks_);
    u8* const super = TRY(open_super(hold, true));
    u32 count = half(super + layout_.fields.free_count);
    if (count > Layout::free_max) return FsError{FsError::corrupt};
    if (count == Layout::free_max || count == 0) {
        TRY(move_chunk(static_cast<u32>(block)));
        count = 0;
    }
    layout_.order.store(super + layout_.fields.free + usize(4) * count, static_cast<u32>(block));
    layout_.order.store(super + layout_.fields.free_count, static_cast<u16>(count + 1));
    return add_to_total(layout_.fields.total_free, true, 1);
}

/// Puts the superblock's chunk into a block.
Outcome<void> FreeLists::move_chunk(u32 block) {
    BlockHold chunk(volume_, blocks_);
    BlockHold hold(volume_, blocks_);
    TRY(chunk.open_to_write(block));
    u8 const* const super = TRY(open_super(hold, false));
    u32 const count = half(super + layout_.fields.free_count);
    memset(chunk.bytes().data(), 0, chunk.bytes().size());
    layout_.order.store(chunk.bytes().data(), static_cast<u16>(count));
    memcpy(&chunk.bytes()[layout_.fields.chunk], super + layout_.fields.free, usize(4) * count);
    return {};
}

/// What the superblock names may be in use, if somebody else left it so.
Outcome<u32> FreeLists::take_node() {
    for (u32 tries = 0; tries < 2; ++tries) {
        BlockHold hold(volume_, blocks_);
        u8* const super = TRY(open_super(hold, true));
        u32 count = half(super + layout_.fields.node_count);
        if (count > Layout::nodes_max) return FsError{FsError::corrupt};
        while (count != 0) {
            --count;
            u32 const number = half(super + layout_.fields.nodes + usize(2) * count);
            layout_.order.store(super + layout_.fields.node_count, static_cast<u16>(count));
            auto const is_free = is_node_free(number);
            if (is_free.is_error() || !is_free.value()) continue;
            TRY(add_to_total(layout_.fields.total_nodes, false, -1));
            return number;
        }
        hold.close();
        TRY(find_nodes());
    }
    return FsError{FsError::no_space};
}

/// Has the superblock name free nodes, as many as it can, the first of which is taken first.
Outcome<void> FreeLists::find_nodes() {
    u16 found[Layout::nodes_max];
    u32 count = 0;
    for (u32 number = Layout::root_number + 1; number <= layout_.nodes; ++number) {
        if (count == Layout::nodes_max) break;
        if (TRY(is_node_free(number))) found[count++] = static_cast<u16>(number);
    }
    BlockHold hold(volume_, blocks_);
    u8* const super = TRY(open_super(hold, true));
    for (u32 i = 0; i < count; ++i)
        layout_.order.store(super + layout_.fields.nodes + usize(2) * i, found[count - 1 - i]);
    layout_.order.store(super + layout_.fields.node_count, static_cast<u16>(count));
    return {};
}

Outcome<bool> FreeLists::is_node_free(u64 number) {
    if (number <= Layout::root_number) return false;
    Place const place = TRY(place_of_node(number));
    BlockHold hold(volume_, blocks_);
    TRY(hold.open(place.block));
    return is_free(hold.bytes().part(place.offset, Layout::node_bytes));
}

Outcome<void> FreeLists::give_node(u64 number) {
    Place const place = TRY(place_of_node(number));
    BlockHold hold(volume_, blocks_);
    TRY(hold.open_to_write(place.block));
    memset(&hold.bytes()[place.offset], 0, Layout::node_bytes);
    u8* const super = TRY(open_super(hold, true));
    u32 const count = half(super + layout_.fields.node_count);
    if (count < Layout::nodes_max) {
        layout_.order.store(super + layout_.fields.nodes + usize(2) * count,
                            static_cast<u16>(number));
        layout_.order.store(super + layout_.fields.node_count, static_cast<u16>(count + 1));
    }
    return add_to_total(layout_.fields.total_nodes, false, 1);
}

Outcome<u32> FreeLists::free_blocks() {
    BlockHold hold(volume_, blocks_);
    return word(TRY(open_super(hold, false)) + layout_.fields.total_free);
}

Outcome<u32> FreeLists::free_nodes() {
    BlockHold hold(volume_, blocks_);
    return half(TRY(open_super(hold, false)) + layout_.fields.total_nodes);
}

Outcome<void> FreeLists::add_to_total(u32 offset, bool is_wide, i32 change) {
    BlockHold hold(volume_, blocks_);
    u8* const place = TRY(open_super(hold, true)) + offset;
    if (is_wide)
        layout_.order.store(place, word(place) + static_cast<u32>(change));
    else
        layout_.order.store(place, static_cast<u16>(half(place) + static_cast<u32>(change)));
    return {};
}

Outcome<void> FreeLists::set_whole(bool is_whole, u32 seconds) {
    BlockHold hold(volume_, blocks_);
    u8* const super = TRY(open_super(hold, true));
    layout_.order.store(super + layout_.fields.time, seconds);
    layout_.order.store(super + Layout::state_offset,
                        is_whole ? Layout::state_and_time - seconds : Layout::state_in_use);
    return {};
}

Outcome<FreeLists::Place> FreeLists::place_of_node(u64 number) const {
    if (number == 0 || number > layout_.nodes) return FsError{FsError::corrupt};
    u32 const index = static_cast<u32>(number - 1);
    return Place{u64{Layout::first_node_block} + index / layout_.nodes_per_block(),
                 index % layout_.nodes_per_block() * Layout::node_bytes};
}

} // namespace flat::fs::sysv
