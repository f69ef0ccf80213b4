// SPDX-License-Identifier: BSD-2-Clause
// Where everything lies on a disk with System V's file system, as its superblock says.
#pragma once

#include <core/span.hpp>
#include <fs/disk/byte_order.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::sysv {

/// Where fields of the superblock lie, which releases 2 and 4 pack differently.
struct SuperFields {
    u32 first_data;
    u32 blocks;
    u32 free_count;
    u32 free;
    u32 node_count;
    u32 nodes;
    u32 time;
    u32 total_free;
    u32 total_nodes;
    u32 chunk; // where in a block the list of free ones goes on
};

/// What a superblock says, checked (Bach 1986, chapters 4 and 9; the fields as Linux' `sysv` reads
/// them).
struct Layout {
    static constexpr u64 super_begin = 512; // on the disk, in bytes
    static constexpr u32 super_bytes = 512;
    static constexpr u32 state_offset = 500;
    static constexpr u32 node_bytes = 64;
    static constexpr u32 first_node_block = 2;
    static constexpr u32 root_number = 2;
    static constexpr u32 free_max = 50;   // block numbers in the superblock
    static constexpr u32 nodes_max = 100; // node numbers there
    static constexpr u32 state_and_time =
        0x7c269d38; // is what state and time of a whole disk add to
    static constexpr u32 state_in_use = 0xcb096f43;

    ByteOrder order;
    SuperFields fields;
    u32 block_bytes;
    u32 blocks;
    u32 first_data;
    u32 nodes;
    bool is_whole; // it was left so

    /// UNKNOWN_FORMAT, NOT_SUPPORTED, or CORRUPT if numbers contradict each other or the disk.
    static Outcome<Layout> read(Span<u8 const> super_block, u64 disk_bytes, u32 sector_bytes);

    bool is_data(u64 block) const { return block >= first_data && block < blocks; }
    u32 nodes_per_block() const { return block_bytes / node_bytes; }
};

} // namespace flat::fs::sysv
