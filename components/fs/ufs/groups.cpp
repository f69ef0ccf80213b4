// SPDX-License-Identifier: BSD-2-Clause
// What is free in groups of cylinders: bits, and what is counted of them.
#include <fs/ufs/groups.hpp>

#include <core/bits.hpp>

namespace flat::fs::ufs {

namespace {

constexpr u32 group_magic = 0x00090255;
constexpr u32 counters_begin = 24; // in a group
constexpr u32 runs_begin = 52;     // how many runs of free fragments there are, by their length

/// Calls with the length of each run of ones.
template<class Call>
Outcome<void> for_each_run(u32 bits, Call call) {
    for (u32 length = 0; bits != 0 || length != 0; bits >>= 1) {
        if (bits & 1) {
            ++length;
            continue;
        }
        if (length != 0) TRY(call(length));
        length = 0;
    }
    return {};
}

} // namespace

Outcome<Groups::Group> Groups::read(u32 index) {
    u64 const first = layout_.group_place(index);
    BlockHold hold(volume_, blocks_);
    TRY(hold.open(first));
    auto const word = [&](u32 at) { return layout_.order.load<u32>(&hold.bytes()[at]); };
    Group const group{.index = index,
                      .node_map = word(92),
                      .fragment_map = word(96),
                      .cluster_sums = word(104),
                      .cluster_map = word(108),
                      .free_blocks = word(28),
                      .free_nodes = word(32),
                      .known_nodes = word(120)};
    u64 const node_bytes = divide_up<u64>(layout_.nodes_per_group, 8);
    u64 const fragment_bytes = divide_up<u64>(layout_.fragments_in(index), 8);
    u64 const cluster_bytes =
        divide_up<u64>(layout_.fragments_in(index), u64{8} * layout_.fragments_per_block);
    auto const is_inside = [&](u64 begin, u64 bytes) {
        return begin >= Layout::group_header_bytes && begin + bytes <= layout_.group_bytes;
    };
    bool const is_sound = word(4) == group_magic && word(12) == index &&
                          is_inside(group.node_map, node_bytes) &&
                          is_inside(group.fragment_map, fragment_bytes);
    bool const are_clusters_sound =
        layout_.cluster_max == 0 ||
        (is_inside(group.cluster_map, cluster_bytes) && group.cluster_sums % 4 == 0 &&
         is_inside(group.cluster_sums, u64{4} * (layout_.cluster_max + 1)));
    if (!is_sound || !are_clusters_sound) return FsError{FsError::corrupt};
    return group;
}

Outcome<u64> Groups::take_block(u64 near) {
    u64 const begin = near < layout_.fragments ? near : 0;
    u32 const first = static_cast<u32>(begin / layout_.group_fragments);
    // The first group is tried again at the end, from its beginning.
    for (u32 i = 0; i <= layout_.groups; ++i) {
        u32 const index = (first + i) % layout_.groups;
        Group const group = TRY(read(index));
        if (group.free_blocks == 0) continue;
        u64 const from = i == 0 ? begin % layout_.group_fragments : 0;
        u32 const block =
            TRY(find_block(group, static_cast<u32>(from / layout_.fragments_per_block)));
        u32 const bit = block * layout_.fragments_per_block;
        if (bit >= layout_.fragments_in(index)) continue;
        u64 const fragment = layout_.group_base(index) + bit;
        if (!layout_.is_data(fragment)) return FsError{FsError::corrupt};
        TRY(change(fragment, layout_.fragments_per_block, false));
        return fragment;
    }
    return FsError{FsError::no_space};
}

Outcome<bool> Groups::take_if_free(u64 first, u32 count) {
    return change(first, count, false);
}

Outcome<void> Groups::give(u64 first, u32 count) {
    if (!TRY(change(first, count, true))) return FsError{FsError::corrupt};
    for (u64 i = 0; i < count; ++i)
        blocks_.set_changed(first + i, false); // it is no metadata any more
    return {};
}

void Groups::leave(u64 first, u32 count) {
    for (u64 i = first; i < first + count; ++i) {
        blocks_.set_changed(i, false);
        left_.set(i, true);
    }
}

Outcome<bool> Groups::give_left() {
    if (!left_.is_started()) return false;
    bool has_given = false;
    for (u64 i = left_.next(0); i < layout_.fragments; i = left_.next(i)) {
        left_.set(i, false);
        TRY(give(i, 1));
        has_given = true;
    }
    return has_given;
}

/// Marks fragments of one block free, or taken; returns whether all of them were the other.
Outcome<bool> Groups::change(u64 first, u32 count, bool is_free) {
    u32 const per_block = layout_.fragments_per_block;
    u32 const bit = static_cast<u32>(first % per_block);
    if (!layout_.is_data(first) || bit + count > per_block || first + count > layout_.fragments)
        return FsError{FsError::corrupt};
    Group const group = TRY(read(static_cast<u32>(first / layout_.group_fragments)));
    u64 const block = first % layout_.group_fragments / per_block;
    Place const at =
        place(layout_.group_place(group.index), group.fragment_map + block * per_block / 8);
    u32 const shift = static_cast<u32>(block * per_block % 8);
    u32 const mask = ((u32(1) << count) - 1) << bit;
    u32 before = 0;
    u32 after = 0;
    {
        BlockHold hold(volume_, blocks_);
        TRY(hold.open(at.unit));
        before = u32{hold.bytes()[at.offset]} >> shift & whole();
        after = is_free ? before | mask : before & ~mask;
        if ((before ^ after) != mask) return false;
        TRY(hold.open_to_write(at.unit));
        hold.bytes()[at.offset] ^= static_cast<u8>(mask << shift);
    }
    TRY(account(group.index, before, -1));
    TRY(account(group.index, after, 1));
    if ((before == whole()) != (after == whole()) && layout_.cluster_max != 0)
        TRY(cluster_changes(group, block, is_free));
    return true;
}

/// Counts a block with these free fragments, or does so no more.
Outcome<void> Groups::account(u32 group, u32 bits, i32 sign) {
    if (bits == whole()) return count(group, free_blocks, sign);
    u64 const first = layout_.group_place(group);
    return for_each_run(bits, [&](u32 length) -> Outcome<void> {
        TRY(add(place(first, runs_begin + u64{4} * length), sign));
        return count(group, free_fragments, sign * static_cast<i32>(length));
    });
}

Outcome<void> Groups::count(u32 group, Counter counter, i32 change) {
    TRY(add(place(layout_.group_place(group), counters_begin + counter), change));
    TRY(add(place(layout_.summary, u64{group} * Layout::counts_bytes + counter), change));
    u64 const super = super_fragment();
    if (layout_.has_wide_totals)
        TRY(add_wide(place(super, super_block::totals + u64{2} * counter), change));
    if (layout_.is_second) return {};
    return add(place(super, super_block::old_totals + counter), change);
}

Outcome<void> Groups::add(Place const& place, i32 change) {
    BlockHold hold(volume_, blocks_);
    TRY(hold.open_to_write(place.unit));
    u8* const bytes = &hold.bytes()[place.offset];
    layout_.order.store(bytes, layout_.order.load<u32>(bytes) + static_cast<u32>(change));
    return {};
}

Outcome<void> Groups::add_wide(Place const& place, i32 change) {
    BlockHold hold(volume_, blocks_);
    TRY(hold.open_to_write(place.unit));
    u8* const bytes = &hold.bytes()[place.offset];
    layout_.order.store(bytes, layout_.order.load<u64>(bytes) + static_cast<u64>(i64{change}));
    return {};
}

Outcome<u64> Groups::total(Counter counter) {
    bool const is_wide = layout_.is_second;
    Place const at = place(super_fragment(), is_wide ? super_block::totals + u64{2} * counter
                                                     : u64{super_block::old_totals} + counter);
    BlockHold hold(volume_, blocks_);
    TRY(hold.open(at.unit));
    u8 const* const bytes = &hold.bytes()[at.offset];
    return is_wide ? layout_.order.load<u64>(bytes) : u64{layout_.order.load<u32>(bytes)};
}

Outcome<void> Groups::set_whole(bool is_whole, i64 seconds) {
    auto const open = [&](BlockHold& hold, u32 offset) -> Outcome<u8*> {
        Place const at = place(super_fragment(), offset);
        TRY(hold.open_to_write(at.unit));
        return &hold.bytes()[at.offset];
    };
    BlockHold hold(volume_, blocks_);
    *TRY(open(hold, super_block::is_clean)) = is_whole ? 1 : 0;
    if (layout_.has_wide_totals)
        layout_.order.store(TRY(open(hold, super_block::time)), static_cast<u64>(seconds));
    if (!layout_.is_second)
        layout_.order.store(TRY(open(hold, super_block::old_time)), static_cast<u32>(seconds));
    return {};
}

/// The first free block from one on; more than there are if none is.
Outcome<u32> Groups::find_block(Group const& group, u32 from) {
    u32 const per_block = layout_.fragments_per_block;
    u32 const blocks = layout_.fragments_in(group.index) / per_block;
    BlockHold hold(volume_, blocks_);
    u64 held = 0;
    for (u32 block = from; block < blocks; ++block) {
        u32 const bit = block * per_block;
        Place const at = place(layout_.group_place(group.index), group.fragment_map + bit / 8);
        if (held != at.unit) TRY(hold.open(at.unit));
        held = at.unit;
        if ((u32{hold.bytes()[at.offset]} >> bit % 8 & whole()) == whole()) return block;
    }
    return layout_.group_fragments;
}

} // namespace flat::fs::ufs
