// SPDX-License-Identifier: BSD-2-Clause
// A file system in memory, which ends with the kernel.
#pragma once

#include <core/utility.hpp>
#include <fs/ram/ram_volume.hpp>
#include <fs/ram_files.flat.hpp>

namespace flat::fs {

/// Contents are pages of the files' memory objects and lie nowhere else; they take frames as they
/// are first accessed. It begins with an empty root, and stays what it is when it is unmounted.
class RamFiles : public RamFilesComponent, NonCopyable {
public:
    RamFiles(Ports const& ports, Attributes const& attributes);
    ~RamFiles() { volume_.end_all(); }

    Result<Directory*, FsError> root() override { return volume_.root(); }
    Statistics statistics() override { return volume_.statistics(); }
    Faults faults() override { return volume_.faults(); }
    Result<void, FsError> sync() override { return volume_.sync(); }
    Result<void, FsError> unmount() override { return volume_.unmount(); }

private:
    RamVolume volume_;
};

} // namespace flat::fs
