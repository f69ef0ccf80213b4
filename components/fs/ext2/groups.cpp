// SPDX-License-Identifier: BSD-2-Clause
// The groups into which a disk is divided, and what is counted of each and of all.
#include <fs/ext2/groups.hpp>

#include <core/bits.hpp>
#include <core/bytes/little_endian.hpp>

namespace flat::fs::ext2 {

Outcome<Groups::Group> Groups::read(u32 index) {
    BlockHold hold(volume_, blocks_);
    TRY(hold.open(layout_.descriptor_block(index)));
    u8 const* const descriptor = &hold.bytes()[layout_.descriptor_offset(index)];
    Group const group{load_little_endian_u32(descriptor), load_little_endian_u32(descriptor + 4),
                      load_little_endian_u32(descriptor + 8),
                      load_little_endian_u16(descriptor + free_blocks.in_descriptor),
                      load_little_endian_u16(descriptor + free_nodes.in_descriptor)};
    u64 const table = divide_up<u64>(layout_.nodes_per_group, layout_.nodes_per_block());
    bool const is_sound =
        layout_.is_block(group.block_bitmap) && layout_.is_block(group.node_bitmap) &&
        layout_.is_block(group.node_table) && layout_.is_block(group.node_table + table - 1);
    if (!is_sound) return FsError{FsError::corrupt};
    return group;
}

Outcome<void> Groups::count(u32 index, Counter const& counter, bool is_more) {
    u32 const change = is_more ? 1 : ~u32(0);
    BlockHold hold(volume_, blocks_);
    TRY(hold.open_to_write(layout_.descriptor_block(index)));
    u8* const place = &hold.bytes()[layout_.descriptor_offset(index) + counter.in_descriptor];
    store_little_endian_u16(place, static_cast<u16>(load_little_endian_u16(place) + change));
    if (counter.in_super_block == 0) return {};
    u32 const super = TRY(open_super(hold, true));
    u8* const total = &hold.bytes()[super + counter.in_super_block];
    store_little_endian_u32(total, load_little_endian_u32(total) + change);
    return {};
}

Outcome<u32> Groups::super_word(u32 offset) {
    BlockHold hold(volume_, blocks_);
    u32 const super = TRY(open_super(hold, false));
    return load_little_endian_u32(&hold.bytes()[super + offset]);
}

Outcome<void> Groups::set_super_word(u32 offset, u32 value) {
    BlockHold hold(volume_, blocks_);
    u32 const super = TRY(open_super(hold, true));
    store_little_endian_u32(&hold.bytes()[super + offset], value);
    return {};
}

Outcome<void> Groups::set_whole(bool is_whole, u32 seconds) {
    BlockHold hold(volume_, blocks_);
    u32 const begin = TRY(open_super(hold, true));
    u8* const super = &hold.bytes()[begin];
    u8* const state = super + super_block::state;
    u16 const others = static_cast<u16>(load_little_endian_u16(state) & ~super_block::is_whole);
    store_little_endian_u16(state,
                            static_cast<u16>(others | (is_whole ? super_block::is_whole : 0)));
    store_little_endian_u32(super + super_block::written_at, seconds);
    if (!is_whole) store_little_endian_u32(super + super_block::mounted_at, seconds);
    return {};
}

Outcome<u32> Groups::open_super(BlockHold& hold, bool is_to_write) {
    u64 const block = Layout::super_block_begin / layout_.block_bytes;
    TRY(is_to_write ? hold.open_to_write(block) : hold.open(block));
    return u32(Layout::super_block_begin % layout_.block_bytes);
}

} // namespace flat::fs::ext2
