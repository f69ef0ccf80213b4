// SPDX-License-Identifier: BSD-2-Clause
// Directories of FAT.
#include <fs/fat/fat_directory.hpp>

namespace flat::fs::fat {

using Found = DirectorySlots::Found;

Outcome<void> FatDirectory::count_links() {
    u32 directories = 0;
    DirectorySlots slots(disk(), chain_of_slots());
    TRY(slots.visit_from(0, [&](Found const& each) {
        if (each.entry.is_directory()) ++directories;
        return false;
    }));
    facts().links = 2 + directories;
    return {};
}

Outcome<u64> FatDirectory::find(Text name) {
    if (name == ".") return number();
    if (name == "..") return parent();
    Units wanted;
    Outcome<void> const outcome = to_utf16(name, wanted);
    if (outcome.is_error() && outcome.error().code == FsError::invalid) return u64(0);
    TRY(outcome);
    u64 found = 0;
    DirectorySlots slots(disk(), chain_of_slots());
    TRY(slots.visit_from(0, [&](Found const& each) {
        if (!each.is_named(wanted)) return false;
        found = disk().number_at(each.position);
        return true;
    }));
    return found;
}

Outcome<bool> FatDirectory::is_empty() {
    DirectorySlots slots(disk(), chain_of_slots());
    return !TRY(slots.visit_from(0, [](Found const&) { return true; }));
}

/// A place may have got into the middle of a new name: slots before it tell which one that is.
Outcome<Directory::Entry> FatDirectory::entry_at(u64 place, Span<u8> name) {
    if (place < own_names) {
        bool const is_self = place == 0;
        u64 const target = is_self ? number() : TRY(parent());
        return Entry{place + 1, target, Kind::directory, Text(is_self ? "." : "..").write_to(name)};
    }
    DirectorySlots slots(disk(), chain_of_slots());
    u64 const wanted = place - own_names;
    Entry result{place, 0, Kind::file, 0};
    if (wanted >= slots.count()) return result;
    u64 const first = wanted - min<u64>(wanted, LongName::slots_max);
    TRY(slots.visit_from(static_cast<u32>(first), [&](Found const& each) {
        if (each.slot < wanted) return false;
        result = {each.slot + 1 + own_names, disk().number_at(each.position),
                  each.entry.is_directory() ? Kind::directory : Kind::file, each.name_to(name)};
        return true;
    }));
    return result;
}

u64 FatDirectory::size_bytes() {
    Layout const& layout = disk().layout();
    if (is_fixed_root()) return u64{layout.root_sectors} * layout.sector_bytes;
    return u64{chain().size()} * layout.cluster_bytes();
}

void FatDirectory::destroy() {
    disk().forget(record());
    disk().dispose(*this);
}

Outcome<u64> FatDirectory::parent() {
    if (is_root()) return number();
    return disk().number_of_directory(TRY(disk().parent_cluster(chain().first())));
}

} // namespace flat::fs::fat
