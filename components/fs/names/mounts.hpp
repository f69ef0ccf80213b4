// SPDX-License-Identifier: BSD-2-Clause
// Which directories are covered by which file systems.
#pragma once

#include <core/waiting_lock.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/file_system.hpp>
#include <fs/outcome.hpp>

namespace flat::fs {

/// What is covered, and the roots that cover, are held as long as they do. Methods take a lock
/// whose holder may wait for a disk: they block, and are for threads only.
class Mounts : NonCopyable {
public:
    explicit Mounts(thread::ThreadManager& threads) : lock_(threads) {}
    ~Mounts();

    Outcome<void> add(Directory& at, FileSystem& what);

    /// Unmounts the file system of which `root` is the root, which the caller does not hold.
    Outcome<void> remove(Node& root);

    /// Syncs all, and fails with the first error. Paths can be followed meanwhile; who unmounts the
    /// one that is synced finds it in use.
    Outcome<void> sync_all();

    /// Unmounts what nobody holds and syncs the rest, as `Names::unmount_all`.
    Outcome<u32> remove_all();

    /// The root of the file system that is so many others after the first, held; null after all.
    Directory* root(u32 number);

    /// The root that covers a directory, or the directory that a root covers; held. Else null.
    Directory* covering(Node& directory);
    Directory* covered(Node& root);

private:
    struct Mount {
        Directory* at = nullptr;
        Directory* root = nullptr;
        FileSystem* what = nullptr;
    };

    static constexpr u32 mounts_max = 32;

    Mount* free_entry();
    bool has_mounts(FileSystem& on) const;
    Outcome<void> remove(Mount& mount);
    Outcome<void> remove_free();
    Mount hold(Mount const& mount);

    WaitingLock lock_;
    u32 count_ = 0;
    Mount mounts_[mounts_max];
};

} // namespace flat::fs
