// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of files by their names.
#pragma once

#include <core/atomic.hpp>
#include <core/disk/found_directory.hpp>
#include <core/span.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/names.hpp>
#include <unix/errno.hpp>
#include <unix/files/file_names.flat.hpp>
#include <unix/files/named_pipes.hpp>
#include <unix/node_hold.hpp>
#include <unix/process.hpp>

namespace flat::unix::files {

class WantedTimes;

/// Finds nodes by paths, from where the process is, and has done what is asked of them.
class FileNames : public FileNamesComponent {
public:
    using FileNamesComponent::FileNamesComponent;

    i64 openat(Task& task, i32 at, vaddr path, u32 flags, u32 mode) override;
    i64 fstatat(Task& task, i32 at, vaddr path, vaddr status, u32 flags) override;
    i64 fstat(Task& task, u32 descriptor, vaddr status) override;
    i64 faccessat(Task& task, i32 at, vaddr path, u32 rights, u32 flags) override;
    i64 mkdirat(Task& task, i32 at, vaddr path, u32 mode) override;
    i64 mknodat(Task& task, i32 at, vaddr path, u32 mode, u64 device) override;
    i64 unlinkat(Task& task, i32 at, vaddr path, u32 flags) override;
    i64 renameat(Task& task, i32 at, vaddr path, i32 new_at, vaddr new_path, u32 flags) override;
    i64 linkat(Task& task, i32 at, vaddr path, i32 new_at, vaddr new_path, u32 flags) override;
    i64 symlinkat(Task& task, vaddr target, i32 at, vaddr path) override;
    i64 readlinkat(Task& task, i32 at, vaddr path, vaddr buffer, u64 bytes) override;
    i64 fchmodat(Task& task, i32 at, vaddr path, u32 mode) override;
    i64 fchownat(Task& task, i32 at, vaddr path, u32 owner, u32 group, u32 flags) override;
    i64 fchmod(Task& task, u32 descriptor, u32 mode) override;
    i64 fchown(Task& task, u32 descriptor, u32 owner, u32 group) override;
    i64 utimensat(Task& task, i32 at, vaddr path, vaddr times, u32 flags) override;
    i64 futimesat(Task& task, i32 at, vaddr path, vaddr times) override;
    i64 utime(Task& task, vaddr path, vaddr times) override;
    i64 truncate(Task& task, vaddr path, u64 bytes) override;
    i64 memfd_create(Task& task, vaddr name, u32 flags) override;
    i64 getdents64(Task& task, u32 descriptor, vaddr buffer, u64 bytes) override;
    i64 chdir(Task& task, vaddr path) override;
    i64 fchdir(Task& task, u32 descriptor) override;
    i64 chroot(Task& task, vaddr path) override;
    i64 getcwd(Task& task, vaddr buffer, u64 bytes) override;
    i64 statfs(Task& task, vaddr path, vaddr status) override;
    i64 fstatfs(Task& task, u32 descriptor, vaddr status) override;
    i64 sync() override;

private:
    using Path = Span<u8 const>;

    Result<fs::Node*, Errno> find(Task& task, i32 at, vaddr path, bool follows_last);
    Result<fs::Directory*, Errno> find_directory(Task& task, vaddr path);
    Result<fs::Node*, Errno> make_unnamed(Text name, fs::FoundDirectory& found);
    Result<fs::Node*, Errno> find_or_make(Task& task, i32 at, Path path, u32 flags, u32 mode,
                                          bool& is_new, fs::FoundDirectory& found);
    Result<fs::Node*, Errno> make(Task& task, i32 at, Path path, fs::Node::Kind kind, u32 mode,
                                  u64 device, fs::FoundDirectory& found);
    i64 make_named(Task& task, i32 at, vaddr path, fs::Node::Kind kind, u32 mode, u64 device);
    static i64 open_again(Task& task, u32 descriptor, u32 flags);
    OpenFile* open_device(NodeHold& hold);
    i64 open_node(Task& task, fs::Node& node, u32 flags, u32 rights, fs::FoundDirectory& found);
    i64 put_statistics(fs::Node& node, vaddr place);
    i64 set_times(Task& task, i32 at, vaddr path, WantedTimes const& wanted, u32 flags);
    template<class Change>
    i64 change(Task& task, i32 at, vaddr path, bool follows_last, Change change);

    Atomic<u32> unnamed_files_ = 0; // that there were
    NamedPipes pipes_{{*records, *frames, *threads, *user_mode}};
};

} // namespace flat::unix::files
