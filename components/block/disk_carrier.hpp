// SPDX-License-Identifier: BSD-2-Clause
// Brings the sectors of a disk to components that do not share memory with its driver.
#pragma once

#include <block/disk_carrier.flat.hpp>
#include <core/disk/disk_request.hpp>
#include <core/utility.hpp>

namespace flat::block {

/// Stands beside the driver. Devices do not see the memory of its calls, so that the disk must be
/// one whose sectors the processor moves.
class DiskCarrier : public DiskCarrierComponent, NonCopyable {
public:
    using DiskCarrierComponent::DiskCarrierComponent;

    Result<Disk::Geometry, DiskError> geometry() override { return disk->geometry(); }
    Result<void, DiskError> read(u64 sector, Span<u8> bytes) override;
    Result<void, DiskError> write(u64 sector, Span<u8 const> bytes) override;
    Result<void, DiskError> flush() override;

private:
    static DiskRequest::Segment segment(u8* begin, u64 bytes) {
        return {begin, 0, static_cast<u32>(bytes)};
    }
};

} // namespace flat::block
