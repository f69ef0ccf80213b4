// SPDX-License-Identifier: BSD-2-Clause
// File systems of the format ext2.
#pragma once

#include <core/utility.hpp>
#include <fs/disk/served_volumes.hpp>
#include <fs/ext2/ext2.flat.hpp>
#include <fs/ext2/ext2_volume.hpp>

namespace flat::fs::ext2 {

/// Mounts any number of disks.
class Ext2 : public Ext2Component, NonCopyable {
public:
    Ext2(Ports const& ports, Attributes const& attributes)
        : Ext2Component(ports, attributes), volumes_(*threads) {}

    Result<FileSystem*, FsError> mount(block::Disk& disk, bool is_read_only) override;

    // For volumes.

    Outcome<void> unmount(Ext2Volume& volume) { return volumes_.unmount(volume); }
    void wake() { volumes_.wake(); }

private:
    ServedVolumes<Ext2Volume> volumes_;
};

} // namespace flat::fs::ext2
