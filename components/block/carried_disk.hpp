// SPDX-License-Identifier: BSD-2-Clause
// A disk whose driver is in another domain.
#pragma once

#include <block/carried_disk.flat.hpp>
#include <core/disk/disk_request.hpp>
#include <core/disk/no_disk.hpp>
#include <core/utility.hpp>

namespace flat::block {

/// A disk like others, but that `submit` waits: requests are submitted by threads, and each has
/// ended when the call returns. When the driver's domain has ended, there is no disk; nor is it
/// believed what no disk is like.
class CarriedDisk : public CarriedDiskComponent, NonCopyable {
public:
    using CarriedDiskComponent::CarriedDiskComponent;

    Geometry geometry() override { return checked_geometry().value_or(no_disk); }
    void submit(DiskRequest& request) override;

private:
    Result<Geometry, DiskError> checked_geometry();

    /// One segment, in as many calls as it takes. Adds the sectors that were done.
    DiskRequest::Outcome move(DiskRequest const& request, DiskRequest::Segment const& segment,
                              u32 sector_bytes, u64& done_sectors);
};

} // namespace flat::block
