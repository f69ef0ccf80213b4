// SPDX-License-Identifier: BSD-2-Clause
// Changes of directories of ext2.
#include <fs/ext2/ext2_directory.hpp>

#include <core/memory.hpp>
#include <fs/ext2/directory_visit.hpp>

namespace flat::fs::ext2 {

namespace {

/// A directory whose index must be kept. Without the flag, its blocks are entries like others.
constexpr u32 is_indexed = 0x1000;

/// How much room there is for another entry in one, or in its place.
u32 room_in(DirectoryEntry const& entry) {
    return entry.number == 0 ? entry.bytes
                             : entry.bytes - DirectoryEntry::bytes_for(entry.name.size());
}

} // namespace

Outcome<void> Ext2Directory::start(u64 parent) {
    u32 const bytes = disk().layout().block_bytes;
    u64 const block = TRY(add_block());
    BlockHold hold(disk(), disk().blocks());
    TRY(hold.open_to_write(block));
    u8 const type = disk().layout().has_types ? DirectoryEntry::type_of(Kind::directory) : u8(0);
    u32 const first = DirectoryEntry::bytes_for(1);
    DirectoryEntry::write(hold.bytes(), 0, {static_cast<u32>(number()), first, type, "."});
    DirectoryEntry::write(hold.bytes(), first,
                          {static_cast<u32>(parent), bytes - first, type, ".."});
    return save();
}

/// What an index says would be wrong afterwards, so that the directory has none any more, as with
/// Linux' driver; e2fsck -D makes it a new one.
Outcome<void> Ext2Directory::add_name(Text name, NodeBase& node) {
    storage().flags &= ~is_indexed;
    u32 const wanted = DirectoryEntry::bytes_for(name.size());
    BlockHold hold(disk(), disk().blocks());
    Found place = {};
    bool const has_room = TRY(visit_from(0, hold, [&](Found const& each) {
        place = each;
        return room_in(each.entry) >= wanted;
    }));
    hold.close();
    if (has_room) return put_entry(place, name, node);
    u64 const block = TRY(add_block());
    TRY(put_entry({{0, disk().layout().block_bytes, 0, {}}, block, 0, 0, 0}, name, node));
    return save();
}

Outcome<void> Ext2Directory::remove_name(Text name) {
    Found const found = TRY(find_entry(name));
    BlockHold hold(disk(), disk().blocks());
    TRY(open_names(hold, found.block));
    DirectoryEntry entry = TRY(DirectoryEntry::read(hold.bytes(), found.previous));
    if (found.previous == found.offset)
        entry.number = 0;
    else
        entry.bytes += found.entry.bytes;
    DirectoryEntry::write(hold.bytes(), found.previous, entry);
    return {};
}

Outcome<void> Ext2Directory::change_name(Text name, NodeBase& node) {
    Found const found = TRY(find_entry(name));
    BlockHold hold(disk(), disk().blocks());
    TRY(open_names(hold, found.block));
    DirectoryEntry entry = TRY(DirectoryEntry::read(hold.bytes(), found.offset));
    entry.number = static_cast<u32>(node.number());
    if (disk().layout().has_types) entry.type = DirectoryEntry::type_of(node.facts().kind);
    DirectoryEntry::write(hold.bytes(), found.offset, entry);
    return {};
}

/// Puts an entry into the room of another one, or in place of one that is free.
Outcome<void> Ext2Directory::put_entry(Found const& place, Text name, NodeBase& node) {
    BlockHold hold(disk(), disk().blocks());
    TRY(open_names(hold, place.block));
    u32 offset = place.offset;
    u32 bytes = place.entry.bytes;
    if (place.entry.number != 0) {
        DirectoryEntry before = TRY(DirectoryEntry::read(hold.bytes(), offset));
        before.bytes = DirectoryEntry::bytes_for(before.name.size());
        DirectoryEntry::write(hold.bytes(), offset, before);
        offset += before.bytes;
        bytes -= before.bytes;
    }
    u8 const type = disk().layout().has_types ? DirectoryEntry::type_of(node.facts().kind) : u8(0);
    DirectoryEntry::write(hold.bytes(), offset,
                          {static_cast<u32>(node.number()), bytes, type, name});
    return {};
}

Outcome<void> Ext2Directory::open_names(BlockHold& hold, u64 block) {
    TRY(hold.open_to_write(block));
    disk().order().set(block, WriteOrder::Stage::names);
    return {};
}

/// A cut between writing the two blocks must leave the name in one of them.
Outcome<void> Ext2Directory::moves_away(Text name, DirectoryNode& to, Text new_name) {
    u64 const from_block = TRY(find_entry(name)).block;
    u64 const to_block = TRY(static_cast<Ext2Directory&>(to).find_entry(new_name)).block;
    return disk().order().move(from_block, to_block) ? Outcome<void>() : disk().commit();
}

/// Adds a block of zeros.
Outcome<u64> Ext2Directory::add_block() {
    u64 const index = block_count();
    u64 near = disk().allocation().first_block_of(number());
    if (index != 0) near = TRY(map().find(index - 1, Patience::waits)) + 1;
    u64 const block = TRY(map().take(index, near));
    BlockHold hold(disk(), disk().blocks());
    TRY(hold.open_to_write(block));
    disk().order().set(block, WriteOrder::Stage::fresh);
    memset(hold.bytes().data(), 0, hold.bytes().size());
    storage().size_bytes += disk().layout().block_bytes;
    return block;
}

/// The entry of a name, without its text: NOT_FOUND if there is none.
Outcome<Ext2Directory::Found> Ext2Directory::find_entry(Text name) {
    Found found = {};
    BlockHold hold(disk(), disk().blocks());
    bool const is_there = TRY(visit_from(0, hold, [&](Found const& each) {
        found = each;
        return each.entry.number != 0 && each.entry.name == name;
    }));
    if (!is_there) return FsError{FsError::not_found};
    found.entry.name = {};
    return found;
}

} // namespace flat::fs::ext2
