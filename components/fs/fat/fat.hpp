// SPDX-License-Identifier: BSD-2-Clause
// File systems of the format FAT, with 12, 16 or 32 bits.
#pragma once

#include <core/utility.hpp>
#include <fs/fat/fat.flat.hpp>
#include <fs/fat/fat_volume.hpp>
#include <fs/mounted_volumes.hpp>

namespace flat::fs::fat {

/// Mounts any number of disks.
class Fat : public FatComponent, NonCopyable {
public:
    Fat(Ports const& ports, Attributes const& attributes)
        : FatComponent(ports, attributes), volumes_(*threads) {}

    Result<FileSystem*, FsError> mount(block::Disk& disk, bool is_read_only) override;

    /// For volumes.
    Outcome<void> unmount(FatVolume& volume) { return volumes_.unmount(volume); }

private:
    MountedVolumes<FatVolume> volumes_;
};

} // namespace flat::fs::fat
