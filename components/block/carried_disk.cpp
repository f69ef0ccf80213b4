// SPDX-License-Identifier: BSD-2-Clause
// A disk whose driver is in another domain.
#include <block/carried_disk.hpp>

#include <core/bits.hpp>

namespace flat::block {

using Kind = DiskRequest::Kind;

Result<Disk::Geometry, DiskError> CarriedDisk::checked_geometry() {
    constexpr u32 sector_bytes_min = 512;
    Geometry const told = TRY(carrier->geometry());
    bool const is_size = is_power_of_two(told.sector_bytes) &&
                         told.sector_bytes >= sector_bytes_min &&
                         told.sector_bytes <= SectorCarrier::call_max;
    if (!is_size || told.segments_max == 0) return DiskError{DiskError::misbehaves};
    return told;
}

void CarriedDisk::submit(DiskRequest& request) {
    auto const disk = checked_geometry();
    if (disk.is_error()) return request.end(disk.error());
    DiskRequest::Outcome outcome = request.check(disk.value());
    u64 done_sectors = 0;
    for (DiskRequest::Segment const& each : request.segments())
        if (outcome.is_ok()) outcome = move(request, each, disk.value().sector_bytes, done_sectors);
    bool const needs_flush = request.kind() == Kind::flush || request.is_forced();
    if (outcome.is_ok() && needs_flush) outcome = carrier->flush();
    request.end(outcome, done_sectors);
}

DiskRequest::Outcome CarriedDisk::move(DiskRequest const& request,
                                       DiskRequest::Segment const& segment, u32 sector_bytes,
                                       u64& done_sectors) {
    for (u32 done = 0; done < segment.bytes;) {
        u32 const bytes = min(segment.bytes - done, u32{SectorCarrier::call_max});
        u64 const sector = request.sector() + done_sectors;
        u8* const place = segment.begin + done;
        TRY(request.kind() == Kind::read ? carrier->read(sector, {place, bytes})
                                         : carrier->write(sector, {place, bytes}));
        done += bytes;
        done_sectors += bytes / sector_bytes;
    }
    return {};
}

} // namespace flat::block
