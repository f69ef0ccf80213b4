// SPDX-License-Identifier: BSD-2-Clause
// Directories of ext2.
#include <fs/ext2/ext2_directory.hpp>

#include <core/memory.hpp>

namespace flat::fs::ext2 {

namespace {

/// A directory whose index must be kept. Without the flag, its blocks are entries like others.
constexpr u32 is_indexed = 0x1000;

} // namespace

Outcome<void> Ext2Directory::start(u64 parent) {
    TRY(add_chunk());
    TRY(write_own_names(parent));
    return save();
}

/// A cut between writing the two blocks must leave the name in one of them.
Outcome<void> Ext2Directory::moves_away(Text name, DirectoryNode& to, Text new_name) {
    u64 const from_block = TRY(unit_with(name));
    u64 const to_block = TRY(static_cast<Ext2Directory&>(to).unit_with(new_name));
    return disk().order().move(from_block, to_block) ? Outcome<void>() : disk().commit();
}

Outcome<PackedEntry> Ext2Directory::read_entry(Span<u8 const> chunk, u32 offset) {
    DirectoryEntry const entry = TRY(DirectoryEntry::read(chunk, offset));
    bool const has_type = disk().layout().has_types && entry.type != 0;
    return PackedEntry{entry.number, entry.bytes,
                       has_type ? Maybe<Kind>(entry.kind().value_or(Kind::file)) : nothing,
                       entry.name};
}

void Ext2Directory::write_entry(Span<u8> chunk, u32 offset, PackedEntry const& entry) {
    bool const has_type = disk().layout().has_types && entry.kind;
    DirectoryEntry::write(chunk, offset,
                          {static_cast<u32>(entry.number), entry.bytes,
                           has_type ? DirectoryEntry::type_of(*entry.kind) : u8(0), entry.name});
}

Outcome<u64> Ext2Directory::unit_of(u64 chunk) {
    u64 const block = TRY(map().find(chunk, Patience::waits));
    if (block == 0) return FsError{FsError::corrupt};
    return block;
}

Outcome<void> Ext2Directory::add_chunk() {
    u64 const index = size_bytes() / chunk_bytes();
    u64 near = map().first_near(number());
    if (index != 0) near = TRY(map().find(index - 1, Patience::waits)) + 1;
    BlockHold hold(disk(), disk().blocks());
    TRY(map().open_fresh(hold, TRY(map().take(index, near))));
    memset(hold.bytes().data(), 0, hold.bytes().size());
    storage().size_bytes += chunk_bytes();
    return {};
}

/// What an index says would be wrong afterwards, so that the directory has none any more, as with
/// Linux' driver; e2fsck -D makes it a new one.
void Ext2Directory::forget_index() {
    storage().flags &= ~is_indexed;
}

void Ext2Directory::names_change(u64 unit) {
    disk().order().set(unit, WriteOrder::Stage::names);
}

} // namespace flat::fs::ext2
