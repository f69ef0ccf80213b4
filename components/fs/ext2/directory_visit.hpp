// SPDX-License-Identifier: BSD-2-Clause
// How the entries of a directory of ext2 are visited, for its sources.
#pragma once

#include <fs/ext2/ext2_directory.hpp>

namespace flat::fs::ext2 {

template<class Visit>
Outcome<bool> Ext2Directory::visit_from(u64 index, BlockHold& hold, Visit visit) {
    u32 const bytes = disk().layout().block_bytes;
    for (; index < block_count(); ++index) {
        u64 const block = TRY(hold_block(index, hold));
        for (u32 offset = 0, previous = 0; offset < bytes;) {
            DirectoryEntry const entry = TRY(DirectoryEntry::read(hold.bytes(), offset));
            if (visit(Found{entry, block, offset, previous, index * bytes + offset})) return true;
            previous = offset;
            offset += entry.bytes;
        }
    }
    return false;
}

} // namespace flat::fs::ext2
