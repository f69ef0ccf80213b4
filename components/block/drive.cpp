// SPDX-License-Identifier: BSD-2-Clause
// One of the disks at a controller.
#include <block/drive.hpp>

#include <core/disk/disk_request.hpp>
#include <core/disk/no_disk.hpp>

namespace flat::block {

Drive::Drive(Ports const& ports, Attributes const& attributes) : DriveComponent(ports, attributes) {
    auto const found = disks->disk(number);
    if (found.is_ok()) disk_ = found.value();
}

Disk::Geometry Drive::geometry() {
    return disk_ ? disk_->geometry() : no_disk;
}

void Drive::submit(DiskRequest& request) {
    if (!disk_) return request.end(DiskError{DiskError::no_disk});
    disk_->submit(request);
}

} // namespace flat::block
