// SPDX-License-Identifier: BSD-2-Clause
// File systems of the format ext2.
#pragma once

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <fs/ext2/ext2.flat.hpp>
#include <fs/ext2/ext2_volume.hpp>
#include <fs/mounted_volumes.hpp>

namespace flat::fs::ext2 {

/// Mounts any number of disks. One thread, made with the first, does for all of them what nobody
/// may wait for who fills pages.
class Ext2 : public Ext2Component, NonCopyable {
public:
    Ext2(Ports const& ports, Attributes const& attributes)
        : Ext2Component(ports, attributes), volumes_(*threads), server_(*this) {}

    Result<FileSystem*, FsError> mount(block::Disk& disk, bool is_read_only) override;

    // For volumes.

    Outcome<void> unmount(Ext2Volume& volume) { return volumes_.unmount(volume); }

    /// A volume has something for the thread.
    void wake() { threads->notify_all(address_of(this)); }

private:
    /// What the thread does, as long as it may wait.
    class Server final : public thread::Thread::Body {
    public:
        explicit Server(Ext2& of) : of_(of) {}
        void run() override;

    private:
        Ext2& of_;
    };

    Outcome<void> start_thread();
    void serve_all();

    MountedVolumes<Ext2Volume> volumes_;
    Server server_;
    Atomic<bool> has_thread_ = false;
};

} // namespace flat::fs::ext2
