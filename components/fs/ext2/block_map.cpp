// SPDX-License-Identifier: BSD-2-Clause
// Which blocks of the disk a node consists of.
#include <fs/ext2/block_map.hpp>

#include <core/little_endian.hpp>
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
