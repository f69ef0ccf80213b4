// SPDX-License-Identifier: BSD-2-Clause
// One of the disks at a controller.
#pragma once

#include <block/drive.flat.hpp>
#include <core/utility.hpp>

namespace flat::block {

/// A name for it in an assembly. Where the controller has fewer, there is no disk.
class Drive : public DriveComponent, NonCopyable {
public:
    Drive(Ports const& ports, Attributes const& attributes);

    Geometry geometry() override;
    void submit(DiskRequest& request) override;

private:
    Disk* disk_ = nullptr;
};

} // namespace flat::block
