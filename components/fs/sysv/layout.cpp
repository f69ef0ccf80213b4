// SPDX-License-Identifier: BSD-2-Clause
// Where everything lies on a disk with System V's file system, as its superblock says.
#include <fs/sysv/layout.hpp>

#include <core/utility.hpp>

namespace flat::fs::sysv {

namespace {

constexpr u32 magic = 0xfd187e20;
constexpr u32 magic_offset = 504;
constexpr u32 type_offset = 508;
constexpr u32 year_1980 = 315532800; // no disk of release 4 is older

constexpr SuperFields release_4{0, 4, 8, 12, 212, 216, 420, 432, 436, 4};
constexpr SuperFields release_2{0, 2, 6, 8, 208, 210, 414, 426, 430, 2};

} // namespace

Outcome<Layout> Layout::read(Span<u8 const> super_block, u64 disk_bytes, u32 sector_bytes) {
    bool const is_little = ByteOrder(false).load<u32>(&super_block[magic_offset]) == magic;
    ByteOrder const order(!is_little);
    auto const word = [&](u32 at) { return order.load<u32>(&super_block[at]); };
    if (word(magic_offset) != magic) return FsError{FsError::unknown_format};
    u32 const type = word(type_offset);
    if (type < 1 || type > 3) return FsError{FsError::not_supported};
    SuperFields const& fields = word(release_4.time) < year_1980 ? release_2 : release_4;
    u32 const block_bytes = u32(256) << type;
    if (block_bytes < sector_bytes) return FsError{FsError::not_supported};
    u32 const first_data = order.load<u16>(&super_block[fields.first_data]);
    Layout const layout{.order = order,
                        .fields = fields,
                        .block_bytes = block_bytes,
                        .blocks = word(fields.blocks),
                        .first_data = first_data,
                        .nodes = first_data > first_node_block
                                     ? (first_data - first_node_block) * (block_bytes / node_bytes)
                                     : 0,
                        .is_whole = word(fields.time) + word(state_offset) == state_and_time};
    constexpr u32 numbers_max = 0xffff; // of nodes, in directories
    constexpr u32 pointers_max = 0xff'ffff;
    bool const is_sound = layout.nodes > root_number && layout.nodes <= numbers_max &&
                          layout.blocks > first_data && layout.blocks <= pointers_max &&
                          layout.blocks <= disk_bytes / block_bytes;
    if (!is_sound) return FsError{FsError::corrupt};
    return layout;
}

} // namespace flat::fs::sysv
