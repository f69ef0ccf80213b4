// SPDX-License-Identifier: BSD-2-Clause
// Which blocks of a disk a node consists of, in the way of UNIX.
#include <fs/disk/block_tree.hpp>

namespace flat::fs {

Outcome<u64> BlockTree::find(u64 index, Patience patience) {
    Way const way = TRY(way_to(index));
    u64 block = TRY(checked(pointer(way.first)));
    BlockHold table(volume_, volume_.blocks());
    for (u32 level = 0; level < way.levels && block != 0; ++level) {
        Place const place = place_in(block, way.in_table[level]);
        TRY(table.open(place.unit, patience));
        block = TRY(checked(load(&table.bytes()[place.offset])));
    }
    return block;
}

Outcome<u64> BlockTree::take(u64 index, u64 near) {
    Way const way = TRY(way_to(index));
    u64 block = TRY(checked(pointer(way.first)));
    if (block == 0) {
        block = TRY(take_one(near, way.levels != 0));
        set_pointer(way.first, block);
    }
    for (u32 level = 0; level < way.levels; ++level) {
        BlockHold table(volume_, volume_.blocks());
        Place const place = place_in(block, way.in_table[level]);
        TRY(table.open(place.unit));
        u64 next = TRY(checked(load(&table.bytes()[place.offset])));
        if (next == 0) {
            next = TRY(take_one(max(block + 1, near), level + 1 < way.levels));
            TRY(open_table(table, place.unit));
            store(&table.bytes()[place.offset], next);
        }
        block = next;
    }
    return block;
}

Outcome<void> BlockTree::cut(u64 index) {
    for (u32 i = static_cast<u32>(min<u64>(index, shape_.direct)); i < shape_.direct; ++i) {
        u64 const block = pointer(i);
        set_pointer(i, 0);
        if (block != 0) TRY(give_one(block, i));
    }
    u64 begin = shape_.direct;
    for (u32 level = 1; level <= levels_max; ++level) {
        u64 const end = begin + shape_.covered_by(level + 1);
        u32 const place = shape_.direct + level - 1;
        u64 const table = pointer(place);
        if (index < end && table != 0) {
            TRY(cut_table({table, level, index > begin ? index - begin : 0, begin}));
            if (index <= begin) {
                set_pointer(place, 0);
                TRY(give_one(table, is_table));
            }
        }
        begin = end;
    }
    return {};
}

/// A table that is given back itself stays as it is: nodes lead to it on the disk until names are
/// gone.
Outcome<void> BlockTree::cut_table(Cut const& cut) {
    BlockHold hold(volume_, volume_.blocks());
    TRY(checked(cut.table));
    u64 const covered = shape_.covered_by(cut.level);
    u64 const begin = cut.first / covered;
    for (u64 i = begin; i < shape_.per_table(); ++i) {
        Place const place = place_in(cut.table, static_cast<u32>(i));
        if (i == begin || place.offset == 0)
            TRY(cut.first != 0 ? open_table(hold, place.unit) : hold.open(place.unit));
        u8* const bytes = &hold.bytes()[place.offset];
        u64 const block = load(bytes);
        u64 const first_in_it = i == begin ? cut.first % covered : 0;
        if (block == 0) continue;
        u64 const index = cut.index + i * covered;
        if (cut.level > 1) TRY(cut_table({block, cut.level - 1, first_in_it, index}));
        if (first_in_it != 0) continue;
        if (cut.first != 0) store(bytes, 0);
        TRY(give_one(block, cut.level > 1 ? is_table : index));
    }
    return {};
}

BlockTree::Place BlockTree::place_in(u64 table, u32 index) const {
    u32 const unit_bytes = volume_.blocks().block_bytes();
    u32 const offset = index * shape_.pointer_bytes;
    return {table + offset / unit_bytes, offset % unit_bytes};
}

u64 BlockTree::load(u8 const* place) const {
    return shape_.pointer_bytes == sizeof(u32) ? shape_.order.load<u32>(place)
                                               : shape_.order.load<u64>(place);
}

void BlockTree::store(u8* place, u64 block) const {
    if (shape_.pointer_bytes == sizeof(u32))
        shape_.order.store(place, static_cast<u32>(block));
    else
        shape_.order.store(place, block);
}

Outcome<BlockTree::Way> BlockTree::way_to(u64 index) const {
    Way way = {};
    if (index < shape_.direct) {
        way.first = static_cast<u32>(index);
        return way;
    }
    u64 const per_table = shape_.per_table();
    u64 rest = index - shape_.direct;
    u64 covered = per_table;
    for (way.levels = 1; way.levels <= levels_max; ++way.levels) {
        if (rest < covered) break;
        rest -= covered;
        covered *= per_table;
    }
    if (way.levels > levels_max) return FsError{FsError::file_too_big};
    way.first = shape_.direct + way.levels - 1;
    for (u32 level = way.levels; level-- > 0; rest /= per_table)
        way.in_table[level] = static_cast<u32>(rest % per_table);
    return way;
}

/// A pointer that was found somewhere, if it can be one.
Outcome<u64> BlockTree::checked(u64 block) const {
    if (block != 0 && !is_block(block)) return FsError{FsError::corrupt};
    return block;
}

} // namespace flat::fs
