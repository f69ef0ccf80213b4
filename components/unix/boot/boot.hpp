// SPDX-License-Identifier: BSD-2-Clause
// The beginning and the end of a UNIX: puts the first files in place, and runs the first program.
#pragma once

#include <core/image/archive.hpp>
#include <flat/fs/directory.hpp>
#include <unix/boot/boot.flat.hpp>

namespace flat::unix::boot {

/// The first files come from an archive that the boot loader has put beside the kernel. Runs what
/// the boot words say, else a shell; its status is written to the console, and the machine ends. A
/// disk is mounted before that and unmounted after it. Panics when it cannot even begin.
class Boot : public BootComponent {
public:
    using BootComponent::BootComponent;

    void run() override;

private:
    void add_modules();
    void mount_proc();
    void mount_disk();
    void leave_disk();
    Result<void, fs::FsError> mount(Text path, fs::FileSystem& what);
    OpenFile& open_terminal();
    void unpack(Span<u8 const> archive);
    Result<void, fs::FsError> make(fs::Directory& root, Archive::Entry const& entry);
    Result<void, fs::FsError> make_in(fs::Directory& around, Span<u8 const> path,
                                      Archive::Entry const& entry);
};

} // namespace flat::unix::boot
