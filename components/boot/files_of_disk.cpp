// SPDX-License-Identifier: BSD-2-Clause
// The file system of a disk, whatever its format is.
#include <boot/files_of_disk.hpp>

#include <core/say.hpp>

namespace flat::boot {

Result<fs::Directory*, fs::FsError> FilesOfDisk::root() {
    if (!mounted_) mounted_ = TRY(mount());
    return mounted_->root();
}

FilesOfDisk::Statistics FilesOfDisk::statistics() {
    return mounted_ ? mounted_->statistics() : Statistics{};
}

FilesOfDisk::Faults FilesOfDisk::faults() {
    return mounted_ ? mounted_->faults() : Faults{};
}

Result<void, fs::FsError> FilesOfDisk::sync() {
    if (!mounted_) return {};
    return mounted_->sync();
}

Result<void, fs::FsError> FilesOfDisk::unmount() {
    if (!mounted_) return {};
    TRY(mounted_->unmount());
    mounted_ = nullptr;
    return {};
}

FilesOfDisk::Mounted FilesOfDisk::mount() {
    auto const files = mount_by_format(is_read_only);
    if (files.is_ok() || files.error().code != fs::FsError::read_only) return files;
    say(*log, "the disk is only read: it is write-protected, or was not left whole");
    return mount_by_format(true);
}

FilesOfDisk::Mounted FilesOfDisk::mount_by_format(bool only_reads) {
    for (fs::Format& each : formats) {
        auto const files = each.mount(*disk, only_reads);
        if (files.is_ok() || files.error().code != fs::FsError::unknown_format) return files;
    }
    return fs::FsError{fs::FsError::unknown_format};
}

} // namespace flat::boot
