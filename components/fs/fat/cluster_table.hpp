// SPDX-License-Identifier: BSD-2-Clause
// The table of clusters: of each, the one that follows in its chain.
#pragma once

#include <fs/disk/block_hold.hpp>
#include <fs/fat/layout.hpp>

namespace flat::fs::fat {

/// Entries of 12, 16 or 28 bits. Callers hold the volume's lock.
class ClusterTable : NonCopyable {
public:
    /// What an entry says if it names no cluster.
    static constexpr u32 free = 0;
    static constexpr u32 last = 0xffff'ffff;
    static constexpr u32 bad = 0xffff'fffe; // the medium cannot keep it

    ClusterTable(Volume& volume, BlockPages& blocks, Layout const& layout)
        : volume_(volume), blocks_(blocks), layout_(layout), hold_(volume, blocks) {}

    /// What follows a cluster: a number, which may be any, or one of the words above.
    Outcome<u32> next(u32 cluster);

    /// Has a number, or one of the words above, follow a cluster, in all copies.
    Outcome<void> set_next(u32 cluster, u32 value);

    /// Whether the second entry says that the file system was left whole; FAT12 does not tell.
    Outcome<bool> is_whole();
    Outcome<void> set_whole(bool is_whole);

    /// Gives up what it has looked at last.
    void close();

private:
    static constexpr u32 nothing_held = 0xffff'ffff;

    Outcome<u32> stored(u32 cluster);
    Outcome<void> store(u32 cluster, u32 value);
    Outcome<void> store_in(u32 table, u64 offset, u8 value, u8 mask);
    Outcome<u8> byte_at(u64 offset);
    u64 sector_at(u32 table, u64 offset) const;

    Volume& volume_;
    BlockPages& blocks_;
    Layout const& layout_;
    BlockHold hold_;
    u32 held_ = nothing_held; // a sector of the table
};

} // namespace flat::fs::fat
