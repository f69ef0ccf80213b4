// SPDX-License-Identifier: BSD-2-Clause
// File systems of the format FFS.
#pragma once

#include <core/utility.hpp>
#include <fs/disk/served_volumes.hpp>
#include <fs/ufs/ufs.flat.hpp>
#include <fs/ufs/ufs_volume.hpp>

namespace flat::fs::ufs {

/// Mounts any number of disks.
class Ufs : public UfsComponent, NonCopyable {
public:
    Ufs(Ports const& ports, Attributes const& attributes)
        : UfsComponent(ports, attributes), volumes_(*threads) {}

    Result<FileSystem*, FsError> mount(block::Disk& disk, bool is_read_only) override;

    // For volumes.

    Outcome<void> unmount(UfsVolume& volume) { return volumes_.unmount(volume); }
    void wake() { volumes_.wake(); }

private:
    ServedVolumes<UfsVolume> volumes_;
};

} // namespace flat::fs::ufs
