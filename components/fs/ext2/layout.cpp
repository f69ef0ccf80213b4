// SPDX-License-Identifier: BSD-2-Clause
// Where everything lies on a disk with ext2, as its superblock says.
#include <fs/ext2/layout.hpp>

#include <core/bits.hpp>
#include <core/bytes/little_endian.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>

namespace flat::fs::ext2 {

namespace {

constexpr u16 magic = 0xef53;
constexpr u32 block_log_max = 2; // 4096 bytes
constexpr u16 has_errors = 2;

// Features without which a disk is not understood, or not changed. All others can be ignored.
constexpr u32 incompatible_types = 2;
constexpr u32 read_only_large_files = 2;
constexpr u32 read_only_known = 1 | read_only_large_files; // and sparse superblocks

constexpr u32 node_bytes_first = 128; // in revision 0
constexpr u32 first_free_first = 11;

} // namespace

Outcome<Layout> Layout::read(Span<u8 const> super_block, u64 disk_bytes, u32 sector_bytes) {
    auto const word = [&](u32 at) { return load_little_endian_u32(&super_block[at]); };
    auto const half = [&](u32 at) { return load_little_endian_u16(&super_block[at]); };
    if (half(56) != magic) return FsError{FsError::unknown_format};
    bool const is_dynamic = word(76) != 0; // revision 1
    u32 const incompatible = is_dynamic ? word(96) : 0;
    u32 const read_only = is_dynamic ? word(100) : 0;
    if (word(24) > block_log_max || incompatible & ~incompatible_types)
        return FsError{FsError::not_supported};
    Layout layout{.block_bytes = u32(1024) << word(24),
                  .blocks = word(4),
                  .reserved_blocks = word(8),
                  .first_block = word(20),
                  .blocks_per_group = word(32),
                  .nodes = word(0),
                  .nodes_per_group = word(40),
                  .node_bytes = is_dynamic ? half(88) : node_bytes_first,
                  .first_free_node = is_dynamic ? word(84) : first_free_first,
                  .groups = 0,
                  .has_types = (incompatible & incompatible_types) != 0,
                  .has_large_files = (read_only & read_only_large_files) != 0,
                  .is_whole = (half(super_block::state) & (super_block::is_whole | has_errors)) ==
                              super_block::is_whole,
                  .can_be_changed = (read_only & ~read_only_known) == 0};
    if (layout.block_bytes < sector_bytes) return FsError{FsError::not_supported};
    u32 const bits = 8 * layout.block_bytes;
    bool const is_sound =
        layout.first_block == (layout.block_bytes == 1024 ? 1 : 0) &&
        layout.blocks > layout.first_block && layout.blocks <= disk_bytes / layout.block_bytes &&
        layout.blocks_per_group != 0 && layout.blocks_per_group <= bits &&
        layout.nodes_per_group != 0 && layout.nodes_per_group <= bits &&
        layout.node_bytes >= node_bytes_first && layout.node_bytes <= layout.block_bytes &&
        is_power_of_two(layout.node_bytes) && layout.first_free_node > 2;
    if (!is_sound) return FsError{FsError::corrupt};
    layout.groups = divide_up<u32>(layout.blocks - layout.first_block, layout.blocks_per_group);
    u64 const table = divide_up<u64>(layout.groups, layout.descriptors_per_block());
    if (u64{layout.groups} * layout.nodes_per_group != layout.nodes ||
        layout.descriptor_block(0) + table > layout.blocks)
        return FsError{FsError::corrupt};
    return layout;
}

u64 Layout::file_bytes_max() const {
    constexpr u64 sectors_max = u64(1) << 32;
    u64 const per_table = block_bytes / 4;
    u64 const blocks_max =
        12 + per_table + per_table * per_table + per_table * per_table * per_table;
    // A table for as many blocks as it names is counted, too.
    u64 const counted_max = sectors_max * 512 / (per_table + 2) * per_table;
    u64 const bytes_max = min(blocks_max * block_bytes, counted_max);
    return has_large_files ? bytes_max : min<u64>(bytes_max, 0x7fff'ffff);
}

} // namespace flat::fs::ext2
