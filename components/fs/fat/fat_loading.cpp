// SPDX-License-Identifier: BSD-2-Clause
// How nodes of FAT are found on the disk.
#include <fs/fat/fat_directory.hpp>
#include <fs/fat/fat_file.hpp>

namespace flat::fs::fat {

u64 FatVolume::number_at(u64 position) {
    if (Record* const known = records_.find(position)) return known->node().number();
    u64 number = position;
    while (is_known(number))
        number += generation;
    return number;
}

Outcome<u32> FatVolume::parent_cluster(u32 cluster) {
    ClusterChain chain(services().objects);
    if (!layout_.is_cluster(cluster)) return FsError{FsError::corrupt};
    TRY(chain.append(cluster));
    DirectorySlots slots(*this, &chain);
    ShortEntry const entry = ShortEntry::read(TRY(slots.hold(dot_dot_slot)));
    bool const is_own = entry.is_directory() && entry.name.text[0] == '.' &&
                        entry.name.text[1] == '.' && entry.name.text[2] == ' ';
    if (!is_own) return FsError{FsError::corrupt};
    return cluster_of(entry);
}

Outcome<u64> FatVolume::number_of_directory(u32 cluster) {
    if (is_root(cluster)) return u64{root_number};
    u32 const around = TRY(parent_cluster(cluster));
    bool const is_in_fixed_root = is_root(around) && layout_.root_cluster == 0;
    ClusterChain chain(services().objects);
    if (!is_in_fixed_root) TRY(read_chain(is_root(around) ? layout_.root_cluster : around, chain));
    DirectorySlots slots(*this, is_in_fixed_root ? nullptr : &chain);
    u64 number = 0;
    TRY(slots.visit_from(0, [&](DirectorySlots::Found const& each) {
        if (!each.entry.is_directory() || each.entry.cluster != cluster) return false;
        number = number_at(each.position);
        return true;
    }));
    if (number == 0) return FsError{FsError::corrupt};
    return number;
}

/// A chain that leads into itself is noticed by a cluster that comes again (R. Brent, "An Improved
/// Monte Carlo Factorization Algorithm", 1980): one is remembered after 1, 2, 4, 8, … steps.
Outcome<void> FatVolume::read_chain(u32 first, ClusterChain& chain) {
    u32 remembered = 0;
    u32 steps = 0;
    u32 steps_until_next = 1;
    for (u32 cluster = first; cluster != ClusterTable::last;) {
        if (!layout_.is_cluster(cluster) || cluster == remembered) return FsError{FsError::corrupt};
        TRY(chain.append(cluster));
        if (++steps == steps_until_next) {
            remembered = cluster;
            steps_until_next *= 2;
        }
        cluster = TRY(table_.next(cluster));
    }
    table_.close();
    return {};
}

Outcome<NodeBase*> FatVolume::load(u64 number) {
    if (clusters_.has_new_ends()) TRY(write_back());
    if (number == root_number) return load_root();
    u64 const position = number % generation;
    Place const place{number, position, TRY(entry_at(position))};
    return place.entry.is_directory() ? load_directory(place) : load_file(place);
}

Outcome<NodeBase*> FatVolume::load_root() {
    Place place{root_number, 0, {}};
    place.entry.attributes = ShortEntry::folder;
    place.entry.cluster = layout_.root_cluster;
    return load_directory(place);
}

Outcome<ShortEntry> FatVolume::entry_at(u64 position) {
    BlockHold hold(*this, blocks_);
    TRY(hold.open(sector_of(position)));
    ShortEntry entry = ShortEntry::read(slot_in(hold, position));
    entry.cluster = cluster_of(entry);
    return entry;
}

/// The upper half means something else before FAT32.
u32 FatVolume::cluster_of(ShortEntry const& entry) const {
    return layout_.table_bits == 32 ? entry.cluster : entry.cluster & 0xffff;
}

Outcome<NodeBase*> FatVolume::load_directory(Place const& place) {
    bool const is_root_here = place.number == root_number;
    if (!is_root_here && is_root(place.entry.cluster)) return FsError{FsError::corrupt};
    auto* const made = TRY(make<FatDirectory>(*this, place));
    Outcome<void> outcome;
    if (place.entry.cluster != 0) outcome = read_chain(place.entry.cluster, made->record().chain());
    if (outcome.is_ok()) outcome = made->count_links();
    return keep(*made, made->record(), outcome);
}

Outcome<NodeBase*> FatVolume::load_file(Place const& place) {
    auto* const made = TRY(make<FatFile>(*this, place));
    ClusterChain& chain = made->record().chain();
    Outcome<void> outcome;
    if (place.entry.cluster != 0) outcome = read_chain(place.entry.cluster, chain);
    u64 const bytes = u64{chain.size()} * layout_.cluster_bytes();
    if (outcome.is_ok() && bytes < place.entry.size_bytes) outcome = FsError{FsError::corrupt};
    return keep(*made, made->record(), outcome);
}

/// Keeps a node that was loaded, or gives it up. The first cluster of a chain follows no other one.
Outcome<NodeBase*> FatVolume::keep(NodeBase& node, Record& record, Outcome<void> outcome) {
    u32 const first = record.chain().first();
    bool const is_shared = is_writable_ && first != 0 && clusters_.has_one_before(first);
    if (is_shared) outcome = FsError{FsError::corrupt};
    if (record.position() != 0) records_.insert(record);
    if (outcome.is_ok()) return &node;
    table_.close();
    node.destroy();
    return outcome.error();
}

} // namespace flat::fs::fat
