// SPDX-License-Identifier: BSD-2-Clause
// Which clusters of a disk with FAT are free, and their taking and giving.
#include <fs/fat/clusters.hpp>

#include <core/bits.hpp>
#include <fs/fat/fat_volume.hpp>

namespace flat::fs::fat {

Clusters::Clusters(FatVolume& volume, ClusterTable& table)
    : volume_(volume), table_(table), given_(volume.services().objects),
      new_ends_(volume.services().objects) {}

Clusters::~Clusters() {
    if (!have_one_before_.is_empty())
        volume_.services().objects.free(address_of(have_one_before_.data()),
                                        have_one_before_.size_bytes());
}

Outcome<void> Clusters::count(bool is_writable) {
    Layout const& layout = volume_.layout();
    u32 const end = Layout::first_cluster + layout.clusters;
    if (is_writable) {
        u64 const words = divide_up<u64>(end, 64);
        auto const place = volume_.services().objects.allocate(words * sizeof(u64));
        if (place.is_error()) return FsError{FsError::out_of_memory};
        have_one_before_ = Span<u64>(pointer_to<u64>(place.value()), words);
    }
    for (u32 cluster = Layout::first_cluster; cluster < end; ++cluster) {
        u32 const next = TRY(table_.next(cluster));
        if (next == ClusterTable::free) ++free_;
        if (!is_writable || !layout.is_cluster(next)) continue;
        if (has_one_before(next)) return FsError{FsError::corrupt};
        set_one_before(next, true);
    }
    table_.close();
    return {};
}

Outcome<void> Clusters::append_to(ClusterChain& chain) {
    u32 const last = chain.last();
    u32 const taken = TRY(take());
    Outcome<void> outcome = chain.append(taken);
    if (outcome.is_ok() && last != 0) outcome = set_next(last, taken);
    if (outcome.is_ok()) return outcome;
    chain.cut(chain.size() - (chain.last() == taken ? 1 : 0));
    ++free_;
    TRY(set_next(taken, ClusterTable::free));
    return outcome;
}

Outcome<void> Clusters::extend(ClusterChain& chain, u32 size) {
    while (chain.size() < size)
        TRY(append_to(chain));
    return {};
}

/// What stays becomes an end as late as what follows becomes free: until then the disk has the size
/// of before.
Outcome<void> Clusters::cut(ClusterChain& chain, u32 size) {
    u32 const count = chain.size();
    if (size >= count) return {};
    if (size != 0) {
        TRY(new_ends_.append(chain.at(size - 1)));
        TRY(new_ends_.append(chain.at(size)));
    }
    for (u32 i = size; i < count; ++i)
        TRY(given_.append(chain.at(i)));
    chain.cut(size);
    return {};
}

bool Clusters::has_one_before(u32 cluster) const {
    return have_one_before_[cluster / 64] >> cluster % 64 & 1;
}

Outcome<void> Clusters::free_given() {
    for (u32 i = 0; i < new_ends_.size(); i += 2) {
        bool const is_still_followed = TRY(table_.next(new_ends_.at(i))) == new_ends_.at(i + 1);
        if (is_still_followed) TRY(set_next(new_ends_.at(i), ClusterTable::last));
    }
    new_ends_.cut(0);
    for (u32 i = 0; i < given_.size(); ++i)
        TRY(set_next(given_.at(i), ClusterTable::free));
    free_ += given_.size();
    given_.cut(0);
    return {};
}

/// If there is no other, what was given is free as soon as the disk can have it so.
Outcome<u32> Clusters::take() {
    if (free_ == 0 && given_.size() != 0) TRY(volume_.write_back());
    if (free_ == 0) return FsError{FsError::no_space};
    u32 const found = TRY(find_free());
    TRY(set_next(found, ClusterTable::last));
    --free_;
    next_ = found + 1;
    return found;
}

Outcome<u32> Clusters::find_free() {
    Layout const& layout = volume_.layout();
    for (u32 i = 0; i < layout.clusters; ++i, ++next_) {
        if (!layout.is_cluster(next_)) next_ = Layout::first_cluster;
        if (TRY(table_.next(next_)) == ClusterTable::free) return u32{next_};
    }
    return FsError{FsError::corrupt}; // they were counted
}

/// Changes an entry of the table, and remembers which clusters others lead to.
Outcome<void> Clusters::set_next(u32 cluster, u32 value) {
    u32 const before = TRY(table_.next(cluster));
    TRY(table_.set_next(cluster, value));
    if (volume_.layout().is_cluster(before)) set_one_before(before, false);
    if (volume_.layout().is_cluster(value)) set_one_before(value, true);
    return {};
}

void Clusters::set_one_before(u32 cluster, bool is_there) {
    u64& word = have_one_before_[cluster / 64];
    u64 const mask = bit<u64>(cluster % 64);
    word = is_there ? word | mask : word & ~mask;
}

} // namespace flat::fs::fat
