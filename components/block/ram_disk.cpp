// SPDX-License-Identifier: BSD-2-Clause
// Memory that serves as a disk.
#include <block/ram_disk.hpp>

#include <core/memory.hpp>

namespace flat::block {

RamDisk::RamDisk(Ports const& ports, Attributes const& attributes)
    : RamDiskComponent(ports, attributes) {
    usize const bytes = usize(kib) << 10;
    auto const place = allocator->allocate(bytes, sector_bytes);
    if (place.is_error()) return;
    contents_ = Span<u8>(pointer_to<u8>(place.value()), bytes);
    memset(contents_.data(), 0, bytes);
}

RamDisk::~RamDisk() {
    allocator->free(address_of(contents_.data()));
}

Disk::Geometry RamDisk::geometry() {
    return {contents_.size() / sector_bytes, sector_bytes, segments_max, false, false};
}

void RamDisk::submit(DiskRequest& request) {
    DiskRequest::Outcome const outcome = request.check(geometry());
    if (outcome.is_ok()) {
        counts_.lock()->count(request);
        u8* place = contents_.data() + request.sector() * sector_bytes;
        for (DiskRequest::Segment const& each : request.segments()) {
            bool const is_read = request.kind() == DiskRequest::Kind::read;
            memcpy(is_read ? each.begin : place, is_read ? place : each.begin, each.bytes);
            place += each.bytes;
        }
    }
    request.end(outcome);
}

} // namespace flat::block
