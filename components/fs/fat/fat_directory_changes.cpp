// SPDX-License-Identifier: BSD-2-Clause
// How names come into directories of FAT, and go.
#include <fs/fat/fat_directory.hpp>
#include <fs/fat/new_name.hpp>

namespace flat::fs::fat {

using Found = DirectorySlots::Found;

Outcome<void> FatDirectory::link(Span<u8 const>, Node&) {
    return FsError{FsError::not_supported};
}

Outcome<void> FatDirectory::add_name(Text name, NodeBase& node) {
    Units units;
    TRY(to_utf16(name, units));
    TRY(check_name(units));
    ShortName const short_name = TRY(new_short_name(units));
    u32 const parts = same_short_name(units) ? 0 : slots_for(units);
    u32 const first = TRY(room_for(parts + 1));
    u64 position = 0;
    {
        DirectorySlots slots(disk(), chain_of_slots());
        for (u32 i = 0; i < parts; ++i)
            store_part(units, parts - i, short_name.checksum(),
                       TRY(slots.hold_to_write(first + i)));
        position = TRY(slots.position_of(first + parts));
    }
    Record& record = FatVolume::record_of(node);
    TRY(leave_place(record, position));
    record.entry().name = short_name;
    record.entry().lower_case = 0;
    disk().set_position(record, position);
    return node.save();
}

Outcome<void> FatDirectory::remove_name(Text name) {
    Taken const taken = TRY(take(name));
    DirectorySlots slots(disk(), chain_of_slots());
    for (u32 slot = taken.slot - taken.long_slots; slot <= taken.slot; ++slot)
        TRY(slots.hold_to_write(slot))[0] = ShortEntry::removed_mark;
    slots.close();
    if (Record* const record = disk().record_at(taken.position)) disk().set_position(*record, 0);
    return {};
}

Outcome<void> FatDirectory::change_name(Text name, NodeBase& node) {
    Record& record = FatVolume::record_of(node);
    if (name == "..") return disk().set_parent(chain().first(), record);
    Taken const taken = TRY(take(name));
    TRY(leave_place(record, taken.position));
    if (Record* const replaced = disk().record_at(taken.position))
        disk().set_position(*replaced, 0);
    record.entry().name = taken.name;
    record.entry().lower_case = taken.lower_case;
    disk().set_position(record, taken.position);
    return node.save();
}

/// What is on the disk of a directory that ends is no metadata any more.
Outcome<void> FatDirectory::erase() {
    Layout const& layout = disk().layout();
    for (u32 i = 0; i < chain().size(); ++i)
        for (u32 sector = 0; sector < layout.sectors_per_cluster; ++sector)
            disk().blocks().set_changed(layout.sector_of(chain().at(i)) + sector, false);
    return Stored::erase();
}

/// Where a name is that is there.
Outcome<FatDirectory::Taken> FatDirectory::take(Text name) {
    Units wanted;
    TRY(to_utf16(name, wanted));
    Taken taken = {};
    DirectorySlots slots(disk(), chain_of_slots());
    bool const is_there = TRY(slots.visit_from(0, [&](Found const& each) {
        if (!each.is_named(wanted)) return false;
        taken = {each.slot, each.long_slots, each.position, each.entry.name, each.entry.lower_case};
        return true;
    }));
    if (!is_there) return FsError{FsError::corrupt};
    return taken;
}

/// A short name that is not there.
Outcome<ShortName> FatDirectory::new_short_name(Units const& name) {
    if (auto const same = same_short_name(name)) return *same; // nobody has the name
    for (u32 attempt = 0; attempt < short_names_max; ++attempt) {
        ShortEntry entry = {};
        entry.name = short_name_for(name, attempt);
        Units shown;
        show(entry, shown);
        DirectorySlots slots(disk(), chain_of_slots());
        bool const is_there =
            TRY(slots.visit_from(0, [&](Found const& each) { return each.is_named(shown); }));
        if (!is_there) return entry.name;
    }
    return FsError{FsError::no_space};
}

/// The first of so many free slots in a row. Slots after the last entry are no entries, whatever is
/// in them, and stay so.
Outcome<u32> FatDirectory::room_for(u32 needed) {
    DirectorySlots slots(disk(), chain_of_slots());
    u32 first = 0;
    u32 slot = 0;
    for (; slot < slots.count() && slot - first < needed; ++slot) {
        u8 const mark = TRY(slots.hold(slot))[0];
        if (mark == ShortEntry::end_mark) break;
        if (mark != ShortEntry::removed_mark) first = slot + 1;
    }
    slots.close();
    if (slot - first >= needed) return first;
    if (first + needed > DirectorySlots::slots_max) return FsError{FsError::no_space};
    while (first + needed > slots.count()) {
        if (is_fixed_root()) return FsError{FsError::no_space};
        TRY(disk().extend_directory(chain()));
    }
    if (first + needed < slots.count())
        TRY(slots.hold_to_write(first + needed))[0] = ShortEntry::end_mark;
    return first;
}

/// Before a node's entry is at another place, it is not at this one any more on the disk: what is
/// left there until the name is removed has no clusters. If the power fails in between, the node is
/// lost, but nobody else has what is its own.
Outcome<void> FatDirectory::leave_place(Record& record, u64 next) {
    bool const is_one_write = disk().sector_of(record.position()) == disk().sector_of(next);
    if (record.position() == 0 || is_one_write) return {};
    ShortEntry const entry = record.entry();
    ShortEntry empty = entry;
    empty.attributes = ShortEntry::file;
    empty.cluster = empty.size_bytes = 0;
    record.entry() = empty;
    Outcome<void> outcome = disk().save(record);
    if (outcome.is_ok()) outcome = disk().write_back();
    record.entry() = entry;
    if (outcome.is_error()) TRY(disk().save(record));
    return outcome;
}

} // namespace flat::fs::fat
