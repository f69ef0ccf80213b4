// SPDX-License-Identifier: BSD-2-Clause
// File systems of System V.
#pragma once

#include <core/utility.hpp>
#include <fs/disk/served_volumes.hpp>
#include <fs/sysv/system_v.flat.hpp>
#include <fs/sysv/system_v_volume.hpp>

namespace flat::fs::sysv {

/// Mounts any number of disks.
class SystemV : public SystemVComponent, NonCopyable {
public:
    SystemV(Ports const& ports, Attributes const& attributes)
        : SystemVComponent(ports, attributes), volumes_(*threads) {}

    Result<FileSystem*, FsError> mount(block::Disk& disk, bool is_read_only) override;

    // For volumes.

    Outcome<void> unmount(SystemVVolume& volume) { return volumes_.unmount(volume); }
    void wake() { volumes_.wake(); }

private:
    ServedVolumes<SystemVVolume> volumes_;
};

} // namespace flat::fs::sysv
