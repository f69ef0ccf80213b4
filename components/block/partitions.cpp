// SPDX-License-Identifier: BSD-2-Clause
// A disk's partitions, each of which is a disk: by MBR or GPT.
#include <block/partitions.hpp>

#include <core/disk/waiting_request.hpp>
#include <domain/page.hpp>

namespace flat::block {

/// The sectors of the disk, one at a time in memory of their own.
class Partitions::Sectors final : public SectorSource, NonCopyable {
public:
    explicit Sectors(Partitions& partitions)
        : partitions_(partitions), geometry_(partitions.whole->geometry()),
          block_(partitions.memory->allocate(0)) {}
    ~Sectors() {
        if (block_.is_ok()) partitions_.memory->free(block_.value());
    }

    Outcome check() const {
        if (geometry_.sectors == 0) return DiskError{DiskError::no_disk};
        if (block_.is_error()) return DiskError{DiskError::out_of_memory};
        if (geometry_.sector_bytes > domain::page_size) return DiskError{DiskError::invalid};
        return {};
    }

    Size size() override { return {geometry_.sectors, geometry_.sector_bytes}; }

    Result<Span<u8 const>, DiskError> read(u64 sector) override {
        memory::DmaMemory::Block const block = block_.value();
        DiskRequest::Segment const segment{pointer_to<u8>(block.address), block.physical,
                                           geometry_.sector_bytes};
        if (flat::exchange(last_, sector) != sector) {
            WaitingRequest request(*partitions_.threads);
            request.set_read(sector, {&segment, 1});
            auto const outcome = request.run(*partitions_.whole);
            if (outcome.is_error()) last_ = none;
            TRY(outcome);
        }
        return Span<u8 const>(segment.begin, segment.bytes);
    }

private:
    static constexpr u64 none = ~u64(0);

    Partitions& partitions_;
    Disk::Geometry geometry_;
    Result<memory::DmaMemory::Block, memory::MemoryError> block_;
    u64 last_ = none;
};

Result<PartitionTable::Found, DiskError> Partitions::scan() {
    Sectors sectors(*this);
    for (Part& each : parts_)
        each.set(*whole, {});
    TRY(sectors.check());
    TRY(list_.read(sectors));
    for (u32 i = 0; i < list_.size(); ++i)
        parts_[i].set(*whole, list_[i]);
    return Found{list_.kind(), list_.size(), list_.refused()};
}

PartitionTable::Partition Partitions::partition(u32 index) {
    return index < list_.size() ? list_[index] : Partition{};
}

Result<Disk*, DiskError> Partitions::disk(u32 index) {
    if (index >= PartitionList::size_max) return DiskError{DiskError::no_disk};
    return &parts_[index];
}

Disk::Geometry Partitions::Part::geometry() {
    if (extent_.sectors == 0) return {0, 512, 1, true, false};
    Geometry geometry = whole_->geometry();
    geometry.sectors = geometry.sectors == 0 ? 0 : extent_.sectors;
    return geometry;
}

void Partitions::Part::submit(DiskRequest& request) {
    DiskRequest::Outcome const outcome = request.check(geometry());
    if (outcome.is_error()) return request.end(outcome);
    request.move(extent_.first_sector);
    whole_->submit(request);
}

} // namespace flat::block
