// SPDX-License-Identifier: BSD-2-Clause
// The table of clusters: of each, the one that follows in its chain.
#include <fs/fat/cluster_table.hpp>

#include <core/bits.hpp>

namespace flat::fs::fat {

namespace {

constexpr u32 value_bits_of_32 = 28;
constexpr u32 marks_entry = 1; // has no cluster, but two bits: left whole, no errors

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

Outcome<void> ClusterTable::set_next(u32 cluster, u32 value) {
    // Words lose bits that say nothing: they mean the same in all widths.
    u32 const mask = low_bits<u32>(value_bits(layout_));
    return store(cluster, value & mask);
}

Outcome<bool> ClusterTable::is_whole() {
    if (layout_.table_bits == 12) return true;
    u32 const marks = TRY(stored(marks_entry)) >> (value_bits(layout_) - 2);
    return (marks & 3) == 3;
}

Outcome<void> ClusterTable::set_whole(bool is_whole) {
    if (layout_.table_bits == 12) return {};
    u32 const mark = bit<u32>(value_bits(layout_) - 1);
    u32 const others = TRY(stored(marks_entry)) & low_bits<u32>(value_bits(layout_)) & ~mark;
    return store(marks_entry, is_whole ? others | mark : others);
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

/// Changes an entry but for bits that have no meaning, which are kept.
Outcome<void> ClusterTable::store(u32 cluster, u32 value) {
    u64 const first_bit = u64{cluster} * layout_.table_bits;
    u64 const shifted = u64{value} << first_bit % 8;
    u64 const mask = low_bits<u64>(value_bits(layout_)) << first_bit % 8;
    close();
    u32 const bytes = divide_up<u32>(first_bit % 8 + layout_.table_bits, 8);
    for (u32 table = 0; table < layout_.tables; ++table) {
        if (!layout_.is_mirrored && table != layout_.active_table) continue;
        for (u32 i = 0; i < bytes; ++i)
            TRY(store_in(table, first_bit / 8 + i, static_cast<u8>(shifted >> 8 * i),
                         static_cast<u8>(mask >> 8 * i)));
    }
    return {};
}

Outcome<void> ClusterTable::store_in(u32 table, u64 offset, u8 value, u8 mask) {
    BlockHold hold(volume_, blocks_);
    TRY(hold.open_to_write(sector_at(table, offset)));
    u8& byte = hold.bytes()[offset % layout_.sector_bytes];
    byte = static_cast<u8>((byte & ~mask) | value);
    return {};
}

Outcome<u8> ClusterTable::byte_at(u64 offset) {
    u32 const sector = static_cast<u32>(offset / layout_.sector_bytes);
    if (sector != held_) {
        close();
        TRY(hold_.open(sector_at(layout_.active_table, offset)));
        held_ = sector;
    }
    return hold_.bytes()[offset % layout_.sector_bytes];
}

u64 ClusterTable::sector_at(u32 table, u64 offset) const {
    return layout_.table_begin + u64{table} * layout_.table_sectors + offset / layout_.sector_bytes;
}

} // namespace flat::fs::fat
