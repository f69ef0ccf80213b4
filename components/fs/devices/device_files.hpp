// SPDX-License-Identifier: BSD-2-Clause
// The devices of a kernel as files.
#pragma once

#include <core/utility.hpp>
#include <fs/devices/device_files.flat.hpp>
#include <fs/devices/device_volume.hpp>

namespace flat::fs::devices {

/// A file system of one directory, whose names are the kernel's and stay: `console`, `null`,
/// `zero`, `disk`, and `disk0` and so on for its partitions, `diskb` and `diskb0` for the next
/// disk. What is written to a disk reaches it when it is synchronised, or when nobody holds the
/// file any more.
class DeviceFiles : public DeviceFilesComponent, NonCopyable {
public:
    DeviceFiles(Ports const& ports, Attributes const& attributes);

    Result<Directory*, FsError> root() override { return volume_.root(); }
    Statistics statistics() override { return volume_.statistics(); }
    Faults faults() override { return volume_.faults(); }
    Result<void, FsError> sync() override { return volume_.sync(); }
    Result<void, FsError> unmount() override { return volume_.unmount(); }

private:
    DeviceVolume volume_;
};

} // namespace flat::fs::devices
