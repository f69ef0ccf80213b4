// SPDX-License-Identifier: BSD-2-Clause
// Nodes without a name: held still when the disk was written last, and to be removed by whoever
// mounts it next. As Linux has them: the superblock names the first, each node the next one where
// the time of its end would be.
#include <fs/ext2/ext2_volume.hpp>

namespace flat::fs::ext2 {

Outcome<void> Ext2Volume::list_orphans() {
    next_orphan_ = 0;
    lists_orphans_ = true;
    Outcome<void> const outcome = for_each_node([&](NodeBase& each) -> Outcome<void> {
        if (each.facts().links != 0) return {};
        TRY(each.save());
        next_orphan_ = static_cast<u32>(each.number());
        return {};
    });
    lists_orphans_ = false;
    TRY(outcome);
    if (TRY(groups_.super_word(super_block::first_orphan)) == next_orphan_) return {};
    return groups_.set_super_word(super_block::first_orphan, next_orphan_);
}

/// What is on the list may be anything; it ends.
Outcome<void> Ext2Volume::free_orphans(u64 first) {
    u64 number = first;
    for (u32 i = 0; number != 0 && i < layout_.nodes; ++i)
        number = TRY(free_orphan(number));
    return number == 0 ? Outcome<void>() : FsError{FsError::corrupt};
}

/// Removes a node of the list; the next one. One with a name, which was to become shorter, is
/// NOT_SUPPORTED: drivers list such only if they have a journal.
Outcome<u64> Ext2Volume::free_orphan(u64 number) {
    if (number < layout_.first_free_node || is_known(number)) return FsError{FsError::corrupt};
    Place const place = TRY(place_of(number));
    BlockHold hold(*this, blocks());
    TRY(hold.open(place.block));
    Orphan const orphan =
        TRY(Orphan::read(hold.bytes().part(place.offset, layout_.node_bytes), number));
    hold.close();
    if (orphan.node.facts.links != 0) return FsError{FsError::not_supported};
    NodeBase* const made = TRY(make_object(orphan.node));
    add(*made);
    let_go(*made);
    return u64{orphan.next};
}

} // namespace flat::fs::ext2
