// SPDX-License-Identifier: BSD-2-Clause
// The slots of a directory of FAT.
#include <fs/fat/directory_slots.hpp>

#include <fs/fat/fat_volume.hpp>

namespace flat::fs::fat {

namespace {

bool is_speakable(Span<u16 const> name) {
    bool is_own = name.size() <= 2; // `.`, `..`, or none
    for (u16 const each : name) {
        if (each < ' ' || each == '/') return false;
        if (each != '.') is_own = false;
    }
    return !is_own;
}

} // namespace

DirectorySlots::DirectorySlots(FatVolume& volume, ClusterChain* chain)
    : volume_(volume), chain_(chain), hold_(volume, volume.blocks()) {}

u32 DirectorySlots::count() {
    Layout const& layout = volume_.layout();
    u64 const sectors =
        chain_ ? u64{chain_->size()} * layout.sectors_per_cluster : layout.root_sectors;
    return static_cast<u32>(min<u64>(sectors * layout.slots_per_sector(), slots_max));
}

Outcome<u64> DirectorySlots::position_of(u32 slot) {
    Layout const& layout = volume_.layout();
    if (!chain_) return u64{layout.root_begin} * layout.slots_per_sector() + slot;
    u32 const per_cluster = layout.slots_per_sector() * layout.sectors_per_cluster;
    u32 const cluster = chain_->at(slot / per_cluster);
    if (cluster == 0) return FsError{FsError::corrupt};
    return u64{layout.sector_of(cluster)} * layout.slots_per_sector() + slot % per_cluster;
}

Outcome<Span<u8>> DirectorySlots::hold(u32 slot) {
    u64 const position = TRY(position_of(slot));
    u64 const sector = volume_.sector_of(position);
    if (sector != held_) {
        close();
        TRY(hold_.open(sector));
        held_ = sector;
    }
    return volume_.slot_in(hold_, position);
}

Outcome<Span<u8>> DirectorySlots::hold_to_write(u32 slot) {
    close();
    u64 const position = TRY(position_of(slot));
    TRY(hold_.open_to_write(volume_.sector_of(position)));
    return volume_.slot_in(hold_, position);
}

void DirectorySlots::close() {
    hold_.close();
    held_ = nothing_held;
}

/// Takes what is no entry of its own; whether it was that.
bool DirectorySlots::take_part(LongName& name, Span<u8 const> slot) {
    u8 const attributes = slot[ShortEntry::attributes_offset] & ShortEntry::attribute_mask;
    bool const is_removed = slot[0] == ShortEntry::removed_mark;
    if (!is_removed && attributes == ShortEntry::long_name) {
        name.add(slot);
        return true;
    }
    if (!is_removed && !(attributes & ShortEntry::label)) return false;
    name.forget();
    return true;
}

/// Names that would lead elsewhere are none.
bool DirectorySlots::is_visible(Found const& found) {
    return is_speakable(found.alias.span());
}

Outcome<DirectorySlots::Found> DirectorySlots::entry_at(u32 slot, Span<u8 const> bytes,
                                                        LongName const& name) {
    Found found{ShortEntry::read(bytes), slot, 0, TRY(position_of(slot)), {}, {}};
    if (volume_.layout().table_bits != 32) found.entry.cluster &= 0xffff;
    show(found.entry, found.alias);
    found.long_slots = min(name.slots_of(found.entry.name), slot);
    if (found.long_slots != 0 && is_speakable(name.name())) found.long_name = name.name();
    return found;
}

u32 DirectorySlots::Found::name_to(Span<u8> text) const {
    u32 const bytes = to_utf8(long_name, text.first(Directory::name_max));
    return bytes != 0 ? bytes : to_utf8(alias.span(), text);
}

} // namespace flat::fs::fat
