// SPDX-License-Identifier: BSD-2-Clause
// Where everything lies on a disk with FFS, as its superblock says.
#pragma once

#include <core/span.hpp>
#include <fs/disk/byte_order.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::ufs {

/// What a superblock says, checked: whoever computes with these numbers stays on the disk
/// (McKusick, Joy, Leffler, Fabry 1984; the fields as in FreeBSD's and NetBSD's `fs.h`). Space is
/// counted in fragments, up to eight of which are a block.
struct Layout {
    static constexpr u32 super_block_bytes = 1376;
    /// Where a superblock can lie on the disk: first that of UFS2, and that of UFS1.
    static constexpr u64 places[] = {65536, 8192, 262144};
    static constexpr u32 group_header_bytes = 168;
    static constexpr u32 counts_bytes = 16; // of a group, in the summary of all
    static constexpr u32 first_node = 2;    // those before have never been used

    ByteOrder order;
    bool is_second;       // UFS2
    bool has_wide_totals; // what is counted of all groups is there in 64 bits
    bool is_whole;        // it was left so
    bool can_be_changed;  // by an implementation with our features
    u64 super_begin;      // on the disk, in bytes
    u32 block_bytes;
    u32 fragment_bytes;
    u32 fragments_per_block;
    u64 fragments;
    u64 data_fragments;
    u32 percent_reserved;
    u32 groups;
    u32 group_fragments;
    u32 nodes_per_group;
    u32 super_offset; // of parts of a group, in fragments
    u32 group_offset;
    u32 node_offset;
    u32 data_offset;
    u32 stagger; // of these parts from one group to the next, in UFS1
    u32 stagger_mask;
    u32 group_bytes; // of a group's bitmaps and counts
    u64 summary;     // the fragment in which all groups' counts begin
    u32 cluster_max; // up to which length free blocks in a row are counted; 0: they are not
    u32 node_bytes;
    u32 path_bytes; // paths of links that are shorter lie in the node
    u64 file_bytes_max;

    /// UNKNOWN_FORMAT if there is no superblock in the bytes from `begin` on; NOT_SUPPORTED; or
    /// CORRUPT if numbers contradict each other or the disk.
    static Outcome<Layout> read(Span<u8 const> super_block, u64 begin, u64 disk_bytes,
                                u32 sector_bytes);

    u32 pointer_bytes() const { return is_second ? 8 : 4; }
    u32 nodes_per_block() const { return block_bytes / node_bytes; }
    u64 nodes() const { return u64{groups} * nodes_per_group; }

    /// The first fragment of a group, and the one from which its parts are counted.
    u64 group_base(u32 group) const { return u64{group} * group_fragments; }
    u64 group_start(u32 group) const {
        return group_base(group) + u64{stagger} * (group & ~stagger_mask);
    }
    u64 group_place(u32 group) const { return group_start(group) + group_offset; }

    /// How many fragments a group has; the last one may have fewer.
    u32 fragments_in(u32 group) const;

    /// Whether a fragment can be one of contents.
    bool is_data(u64 fragment) const;
};

/// Where fields of the superblock lie that change.
namespace super_block {

inline constexpr u32 old_time = 32;
inline constexpr u32 old_totals = 192;
inline constexpr u32 is_clean = 209;
inline constexpr u32 totals = 1008;
inline constexpr u32 time = 1072;

} // namespace super_block

} // namespace flat::fs::ufs
