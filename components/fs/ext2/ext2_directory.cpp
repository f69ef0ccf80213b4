// SPDX-License-Identifier: BSD-2-Clause
// Directories of ext2.
#include <fs/ext2/ext2_directory.hpp>

#include <fs/ext2/directory_visit.hpp>

namespace flat::fs::ext2 {

Outcome<u64> Ext2Directory::find(Text name) {
    u64 number = 0;
    BlockHold hold(disk(), disk().blocks());
    TRY(visit_from(0, hold, [&](Found const& each) {
        if (each.entry.number == 0 || !(each.entry.name == name)) return false;
        number = each.entry.number;
        return true;
    }));
    return number;
}

Outcome<bool> Ext2Directory::is_empty() {
    BlockHold hold(disk(), disk().blocks());
    bool const has_name = TRY(visit_from(0, hold, [&](Found const& each) {
        return each.entry.number != 0 && !is_own_name(each.entry.name);
    }));
    return !has_name;
}

Outcome<Directory::Entry> Ext2Directory::entry_at(u64 place, Span<u8> name) {
    BlockHold hold(disk(), disk().blocks());
    Entry result{place, 0, Kind::file, 0};
    u8 type = 0;
    TRY(visit_from(place / disk().layout().block_bytes, hold, [&](Found const& each) {
        if (each.place < place || each.entry.number == 0 || each.entry.name.is_empty())
            return false;
        result.next = each.place + each.entry.bytes;
        result.number = each.entry.number;
        result.name_bytes = each.entry.name.write_to(name);
        result.kind = each.entry.kind().value_or(Kind::file);
        type = each.entry.type;
        return true;
    }));
    hold.close();
    if (result.name_bytes != 0 && (type == 0 || !disk().layout().has_types)) {
        NodeBase* const node = TRY(disk().node(result.number));
        result.kind = node->facts().kind;
        disk().let_go(*node);
    }
    return result;
}

u64 Ext2Directory::block_count() {
    return size_bytes() / disk().layout().block_bytes;
}

/// Holds a block of the directory; which one of the disk it is.
Outcome<u64> Ext2Directory::hold_block(u64 index, BlockHold& hold) {
    u64 const block = TRY(map().find(index, Patience::waits));
    if (block == 0) return FsError{FsError::corrupt};
    TRY(hold.open(block));
    return block;
}

} // namespace flat::fs::ext2
