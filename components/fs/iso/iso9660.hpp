// SPDX-License-Identifier: BSD-2-Clause
// Discs by ISO 9660 with Rock Ridge, which are only read.
#pragma once

#include <fs/iso/iso9660.flat.hpp>
#include <fs/iso/iso_volume.hpp>
#include <fs/mounted_volumes.hpp>

namespace flat::fs::iso {

/// Mounts any number of discs.
class Iso9660 : public Iso9660Component, NonCopyable {
public:
    Iso9660(Ports const& ports, Attributes const& attributes)
        : Iso9660Component(ports, attributes), volumes_(*threads) {}

    Result<FileSystem*, FsError> mount(block::Disk& disk, bool is_read_only) override {
        Volume::Services const services{*objects, *pages, *contents, *threads, nullptr};
        return volumes_.mount(*this, services, disk, is_read_only);
    }

    /// For volumes.
    Outcome<void> unmount(IsoVolume& volume) { return volumes_.unmount(volume); }

private:
    MountedVolumes<IsoVolume> volumes_;
};

} // namespace flat::fs::iso
