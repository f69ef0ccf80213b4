// SPDX-License-Identifier: BSD-2-Clause
// The file system of a disk, whatever its format is.
#pragma once

#include <boot/files_of_disk.flat.hpp>
#include <core/utility.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/file_system.hpp>

namespace flat::boot {

/// It is mounted, by the first format that the disk has, when somebody asks for its root, and anew
/// after each `unmount`: a disk that is unmounted whenever nothing is open stays whole, however the
/// machine ends. One that cannot be written to, or was not left whole, is only read, with a line in
/// the log. Callers see to it that one of them at a time is inside. What asks for the disk blocks.
class FilesOfDisk : public FilesOfDiskComponent, NonCopyable {
public:
    using FilesOfDiskComponent::FilesOfDiskComponent;

    Result<fs::Directory*, fs::FsError> root() override;

    /// Of what is mounted; nothing at all if nothing is.
    Statistics statistics() override;
    Faults faults() override;

    Result<void, fs::FsError> sync() override;
    Result<void, fs::FsError> unmount() override;

private:
    using Mounted = Result<fs::FileSystem*, fs::FsError>;

    Mounted mount();
    Mounted mount_by_format(bool only_reads);

    fs::FileSystem* mounted_ = nullptr;
};

} // namespace flat::boot
