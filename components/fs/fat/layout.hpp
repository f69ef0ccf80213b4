// SPDX-License-Identifier: BSD-2-Clause
// Where everything lies on a disk with FAT, as its boot sector says.
#pragma once

#include <core/span.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::fat {

/// What a boot sector says, checked: whoever computes with these numbers stays on the disk
/// (Microsoft, "FAT: General Overview of On-Disk Format", version 1.03, 2000).
struct Layout {
    static constexpr u32 boot_bytes = 512; // of the boot sector that have a meaning
    static constexpr u32 slot_bytes = 32;  // of a directory
    static constexpr u32 first_cluster = 2;

    u32 sector_bytes;
    u32 sectors;
    u32 sectors_per_cluster;
    u32 table_begin; // of the first copy, in sectors as all that follows
    u32 table_sectors;
    u32 tables;
    u32 active_table; // the copy that is read
    bool is_mirrored; // whether all copies are written
    u32 root_begin;   // of FAT12 and FAT16
    u32 root_sectors; // 0 with FAT32
    u32 root_cluster; // of FAT32
    u32 data_begin;
    u32 clusters;
    u32 table_bits;   // of an entry: 12, 16, 32
    u32 info_sector;  // of FAT32; 0 if there is none
    u32 state_offset; // in the boot sector, of the byte that says whether it is whole

    /// UNKNOWN_FORMAT, NOT_SUPPORTED, or CORRUPT if numbers contradict each other or the disk.
    /// `boot` has `boot_bytes`.
    static Outcome<Layout> read(Span<u8 const> boot, u64 disk_bytes, u32 disk_sector_bytes);

    u32 cluster_bytes() const { return sectors_per_cluster * sector_bytes; }
    u32 slots_per_sector() const { return sector_bytes / slot_bytes; }
    bool is_cluster(u32 number) const {
        return number >= first_cluster && number - first_cluster < clusters;
    }
    u32 sector_of(u32 cluster) const {
        return data_begin + (cluster - first_cluster) * sectors_per_cluster;
    }
};

/// What FAT32 has written down about free clusters, which may be wrong.
struct FreeInfo {
    static constexpr u32 free_offset = 488;
    static constexpr u32 next_offset = 492;
    static constexpr u32 unknown = 0xffff'ffff;

    /// Whether a sector has the marks of this information; others stay as they are.
    static bool is_in(Span<u8 const> sector);
};

} // namespace flat::fs::fat
