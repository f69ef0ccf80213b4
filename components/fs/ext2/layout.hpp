// SPDX-License-Identifier: BSD-2-Clause
// Where everything lies on a disk with ext2, as its superblock says.
#pragma once

#include <core/span.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::ext2 {

/// What a superblock says, checked: whoever computes with these numbers stays on the disk (Card,
/// Ts'o, Tweedie 1994; "The Second Extended File System", D. Poirier).
struct Layout {
    static constexpr u64 super_block_begin = 1024; // on the disk, in bytes
    static constexpr u32 super_block_bytes = 1024;
    static constexpr u32 group_bytes = 32; // of a group's descriptor

    u32 block_bytes;
    u32 blocks;
    u32 reserved_blocks;
    u32 first_block; // of the first group
    u32 blocks_per_group;
    u32 nodes;
    u32 nodes_per_group;
    u32 node_bytes;
    u32 first_free_node; // those before are reserved
    u32 groups;
    bool has_types;       // in directories
    bool has_large_files; // of more than 2 GiB
    bool is_whole;        // it was left so
    bool can_be_changed;  // by an implementation with our features

    /// UNKNOWN_FORMAT, NOT_SUPPORTED, or CORRUPT if numbers contradict each other or the disk.
    static Outcome<Layout> read(Span<u8 const> super_block, u64 disk_bytes, u32 sector_bytes);

    bool is_block(u64 number) const { return number > first_block && number < blocks; }
    u32 descriptors_per_block() const { return block_bytes / group_bytes; }
    u32 nodes_per_block() const { return block_bytes / node_bytes; }

    /// Where the descriptor of a group lies.
    u64 descriptor_block(u32 group) const {
        return u64{first_block} + 1 + group / descriptors_per_block();
    }
    u32 descriptor_offset(u32 group) const { return group % descriptors_per_block() * group_bytes; }

    /// How long a file can be: as many blocks as the tables reach, and as sectors can be counted.
    u64 file_bytes_max() const;
};

/// Where fields of the superblock lie.
namespace super_block {

inline constexpr u32 free_blocks = 12;
inline constexpr u32 free_nodes = 16;
inline constexpr u32 mounted_at = 44;
inline constexpr u32 written_at = 48;
inline constexpr u32 state = 58;
inline constexpr u32 first_orphan = 232;

inline constexpr u16 is_whole = 1;

} // namespace super_block

} // namespace flat::fs::ext2
