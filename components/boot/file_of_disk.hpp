// SPDX-License-Identifier: BSD-2-Clause
// One file of a disk, read into memory.
#pragma once

#include <boot/file_of_disk.flat.hpp>
#include <core/calls/holding.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/file.hpp>
#include <flat/fs/file_system.hpp>

namespace flat::boot {

/// Serves what takes the file of a boot loader, where there is a disk. It is read when it is first
/// asked for, which blocks; then the file system is unmounted if nobody else uses it. What stands
/// in the way is a line in the log, and a file of no bytes.
class FileOfDisk : public FileOfDiskComponent, NonCopyable {
public:
    using FileOfDiskComponent::FileOfDiskComponent;
    ~FileOfDisk();

    Contents contents() override;

private:
    Result<void, fs::FsError> load();
    Result<void, fs::FsError> find_and_copy();
    Result<fs::Node*, fs::FsError> find();
    Result<void, fs::FsError> copy(fs::File& file);

    memory::DmaMemory::Block block_{};
    u64 bytes_ = 0;
    bool is_asked_ = false;
};

} // namespace flat::boot
