// SPDX-License-Identifier: BSD-2-Clause
// A disk's partitions, each of which is a disk: by MBR or GPT.
#pragma once

#include <block/partition_list.hpp>
#include <block/partitions.flat.hpp>

#include <core/disk/disk_request.hpp>
#include <core/utility.hpp>

namespace flat::block {

/// A request to a partition goes to the disk, moved, and ends by itself: nothing is kept of it.
class Partitions : public PartitionsComponent, NonCopyable {
public:
    using PartitionsComponent::PartitionsComponent;

    Disk& whole_disk() override { return *whole; }
    Result<Found, DiskError> scan() override;
    Partition partition(u32 index) override;
    Result<Disk*, DiskError> disk(u32 index) override;

private:
    /// A part of a disk.
    class Part final : public Disk {
    public:
        void set(Disk& whole, Partition const& extent) {
            whole_ = &whole;
            extent_ = extent;
        }

        Geometry geometry() override;
        void submit(DiskRequest& request) override;

    private:
        Disk* whole_ = nullptr;
        Partition extent_{};
    };

    class Sectors;

    PartitionList list_;
    Part parts_[PartitionList::size_max];
};

} // namespace flat::block
