// SPDX-License-Identifier: BSD-2-Clause
// The table of clusters: of each, the one that follows in its chain.
#include <fs/fat/cluster_table.hpp>

#include <core/bits.hpp>

namespace flat::fs::fat {

namespace {

constexpr u32 value_bits_of_32 = 28;

/// How many bits of an entry have a meaning.
u32 value_bits(Layout const& layout) {
    return min(layout.table_bits, value_bits_of_32);
}

} // namespace

Outcome<u32> ClusterTable::next(u32 cluster) {
    u32 const mask = low_bits<u32>(value_bits(layout_));
    u32 const value = TRY(stored(cluster)) & mask;
    if (value >= (mask & ~u32(7))) return u32{last};
    return value == (mask & ~u32(8)) ? u32{bad} : value;
}

Outcome<bool> ClusterTable::is_whole() {
    if (layout_.table_bits == 12) return true; // there are no such bits
    u32 const clean = TRY(stored(1)) >> (value_bits(layout_) - 2);
    return (clean & 3) == 3;
}

void ClusterTable::close() {
    hold_.close();
    held_ = nothing_held;
}

/// All bits of an entry.
Outcome<u32> ClusterTable::stored(u32 cluster) {
    u64 const first_bit = u64{cluster} * layout_.table_bits;
    u32 value = 0;
    u32 const bytes = divide_up<u32>(first_bit % 8 + layout_.table_bits, 8);
    for (u32 i = 0; i < bytes; ++i)
        value |= u32{TRY(byte_at(first_bit / 8 + i))} << 8 * i;
    return value >> first_bit % 8;
}

Outcome<u8> ClusterTable::byte_at(u64 offset) {
    u32 const sector = static_cast<u32>(offset / layout_.sector_bytes);
    if (sector != held_) {
        close();
        u64 const begin = layout_.table_begin + u64{layout_.active_table} * layout_.table_sectors;
        TRY(hold_.open(begin + sector));
        held_ = sector;
    }
    return hold_.bytes()[offset % layout_.sector_bytes];
}

} // namespace flat::fs::fat
