// SPDX-License-Identifier: BSD-2-Clause
// Which blocks of the disk a node consists of.
#include <fs/ext2/block_map.hpp>

#include <core/little_endian.hpp>
#include <core/memory.hpp>
#include <fs/ext2/ext2_volume.hpp>

namespace flat::fs::ext2 {

Outcome<u64> BlockMap::find(u64 index, Patience patience) {
    Way const way = TRY(way_to(index));
    u64 block = TRY(checked(storage_.pointers[way.first]));
    BlockHold table(volume_, volume_.blocks());
    for (u32 level = 0; level < way.levels && block != 0; ++level) {
        TRY(table.open(block, patience));
        block =
            TRY(checked(load_little_endian_u32(&table.bytes()[usize(4) * way.in_table[level]])));
    }
    return block;
}

Outcome<u64> BlockMap::take(u64 index, u64 near) {
    Way const way = TRY(way_to(index));
    u64 block = TRY(checked(storage_.pointers[way.first]));
    if (block == 0) {
        block = TRY(take_one(near, way.levels != 0));
        storage_.pointers[way.first] = static_cast<u32>(block);
    }
    for (u32 level = 0; level < way.levels; ++level) {
        BlockHold table(volume_, volume_.blocks());
        TRY(table.open(block));
        usize const offset = usize(4) * way.in_table[level];
        u64 next = TRY(checked(load_little_endian_u32(&table.bytes()[offset])));
        if (next == 0) {
            next = TRY(take_one(max(block + 1, near), level + 1 < way.levels));
            TRY(open_fresh(table, block));
            store_little_endian_u32(&table.bytes()[offset], static_cast<u32>(next));
        }
        block = next;
    }
    return block;
}

Outcome<void> BlockMap::cut(u64 index) {
    for (u64 i = index; i < direct_max; ++i)
        TRY(give_one(exchange(storage_.pointers[i], 0)));
    u64 begin = direct_max;
    for (u32 level = 1; level <= levels_max; ++level) {
        u64 const end = begin + covered_by(level + 1);
        u32& table = storage_.pointers[direct_max + level - 1];
        if (index < end && table != 0) {
            TRY(cut_table(table, level, index > begin ? index - begin : 0));
            if (index <= begin) TRY(give_one(exchange(table, 0)));
        }
        begin = end;
    }
    return {};
}

/// Gives back what a table names from `first` on, as its blocks are counted. One that is given back
/// itself stays as it is: nodes lead to it on the disk until names are gone.
Outcome<void> BlockMap::cut_table(u32 table, u32 level, u64 first) {
    BlockHold hold(volume_, volume_.blocks());
    TRY(checked(table));
    TRY(first != 0 ? open_fresh(hold, table) : hold.open(table));
    u64 const covered = covered_by(level);
    for (u64 i = first / covered; i < volume_.layout().block_bytes / 4; ++i) {
        u8* const place = &hold.bytes()[4 * i];
        u32 const pointer = load_little_endian_u32(place);
        u64 const first_in_it = i == first / covered ? first % covered : 0;
        if (pointer == 0) continue;
        if (level > 1) TRY(cut_table(pointer, level - 1, first_in_it));
        if (first_in_it != 0) continue;
        if (first != 0) store_little_endian_u32(place, 0);
        TRY(give_one(pointer));
    }
    return {};
}

/// Takes a block; a table begins with zeros.
Outcome<u32> BlockMap::take_one(u64 near, bool is_table) {
    u32 const block = TRY(volume_.allocation().take_block(near));
    storage_.sectors += volume_.layout().block_bytes / 512;
    if (!is_table) return block;
    BlockHold hold(volume_, volume_.blocks());
    TRY(open_fresh(hold, block));
    memset(hold.bytes().data(), 0, hold.bytes().size());
    return block;
}

/// Holds a block to change it, which reaches the disk before nodes that lead there.
Outcome<void> BlockMap::open_fresh(BlockHold& hold, u64 block) {
    TRY(hold.open_to_write(block));
    volume_.order().set(block, WriteOrder::Stage::fresh);
    return {};
}

Outcome<void> BlockMap::give_one(u32 pointer) {
    if (pointer == 0) return {};
    storage_.sectors -= min<u64>(storage_.sectors, volume_.layout().block_bytes / 512);
    return volume_.allocation().give_block(pointer);
}

/// How many blocks one pointer of a table of some level stands for.
u64 BlockMap::covered_by(u32 level) const {
    u64 covered = 1;
    for (u32 i = 1; i < level; ++i)
        covered *= volume_.layout().block_bytes / 4;
    return covered;
}

Outcome<BlockMap::Way> BlockMap::way_to(u64 index) const {
    Way way = {};
    if (index < direct_max) {
        way.first = static_cast<u32>(index);
        return way;
    }
    u64 const per_table = volume_.layout().block_bytes / 4;
    u64 rest = index - direct_max;
    u64 covered = per_table;
    for (way.levels = 1; way.levels <= levels_max; ++way.levels) {
        if (rest < covered) break;
        rest -= covered;
        covered *= per_table;
    }
    if (way.levels > levels_max) return FsError{FsError::file_too_big};
    way.first = direct_max + way.levels - 1;
    for (u32 level = way.levels; level-- > 0; rest /= per_table)
        way.in_table[level] = static_cast<u32>(rest % per_table);
    return way;
}

/// A pointer that was found somewhere, if it can be one.
Outcome<u64> BlockMap::checked(u32 pointer) const {
    if (pointer != 0 && !volume_.layout().is_block(pointer)) return FsError{FsError::corrupt};
    return u64{pointer};
}

} // namespace flat::fs::ext2
