// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of their open files, by descriptor.
#pragma once

#include <unix/descriptors.hpp>
#include <unix/files/open_files.flat.hpp>

namespace flat::unix::files {

/// Finds the open file of a descriptor, and keeps its position where it has one.
class OpenFiles : public OpenFilesComponent {
public:
    using OpenFilesComponent::OpenFilesComponent;

    i64 read(Task& task, u32 descriptor, vaddr buffer, u64 bytes) override;
    i64 write(Task& task, u32 descriptor, vaddr buffer, u64 bytes) override;
    i64 readv(Task& task, u32 descriptor, vaddr pieces, u32 count) override;
    i64 writev(Task& task, u32 descriptor, vaddr pieces, u32 count) override;
    i64 close(Task& task, u32 descriptor) override;
    i64 ioctl(Task& task, u32 descriptor, u32 request, vaddr argument) override;

private:
    using Transfer = i64 (OpenFiles::*)(Task&, u32, vaddr, u64);

    i64 for_each_piece(Task& task, u32 descriptor, vaddr pieces, u32 count, Transfer transfer);
};

} // namespace flat::unix::files
