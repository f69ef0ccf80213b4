// SPDX-License-Identifier: BSD-2-Clause
// How many free blocks lie in a row in groups of cylinders, by their number (McVoy, Kleiman 1991).
#include <fs/ufs/groups.hpp>

namespace flat::fs::ufs {

Outcome<bool> Groups::cluster_bit(Group const& group, u64 block) {
    Place const at = place(layout_.group_place(group.index), group.cluster_map + block / 8);
    BlockHold hold(volume_, blocks_);
    TRY(hold.open(at.unit));
    return (hold.bytes()[at.offset] >> block % 8 & 1) != 0;
}

/// How many blocks after one, or before it, are free, as far as that is counted.
Outcome<u32> Groups::run_of_free(Group const& group, u64 block, i32 step) {
    u64 const blocks = layout_.fragments_in(group.index) / layout_.fragments_per_block;
    u32 length = 0;
    for (u64 at = block + static_cast<u64>(i64{step}); at < blocks && length < layout_.cluster_max;
         at += static_cast<u64>(i64{step})) {
        if (!TRY(cluster_bit(group, at))) break;
        ++length;
    }
    return length;
}

/// A block joins the free ones around it, or parts them. Runs longer than the longest count as it.
Outcome<void> Groups::cluster_changes(Group const& group, u64 block, bool is_free) {
    u64 const first = layout_.group_place(group.index);
    Place const at = place(first, group.cluster_map + block / 8);
    {
        BlockHold hold(volume_, blocks_);
        TRY(hold.open_to_write(at.unit));
        u8& byte = hold.bytes()[at.offset];
        u32 const mask = u32(1) << block % 8;
        byte = static_cast<u8>(is_free ? byte | mask : byte & ~mask);
    }
    u32 const after = TRY(run_of_free(group, block, 1));
    u32 const before = TRY(run_of_free(group, block, -1));
    i32 const sign = is_free ? 1 : -1;
    auto const count = [&](u32 length, i32 change) {
        return add(place(first, group.cluster_sums + u64{4} * length), change);
    };
    TRY(count(min(before + after + 1, layout_.cluster_max), sign));
    if (before != 0) TRY(count(before, -sign));
    if (after != 0) TRY(count(after, -sign));
    return {};
}

} // namespace flat::fs::ufs
