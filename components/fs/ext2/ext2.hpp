// SPDX-License-Identifier: BSD-2-Clause
// File systems of the format ext2.
#pragma once

#include <core/list.hpp>
#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <fs/ext2/ext2.flat.hpp>
#include <fs/ext2/ext2_volume.hpp>
#include <fs/waiting_lock.hpp>

namespace flat::fs::ext2 {

/// Mounts any number of disks. One thread, made with the first, does for all of them what nobody
/// may wait for who fills pages.
class Ext2 : public Ext2Component, NonCopyable {
public:
    Ext2(Ports const& ports, Attributes const& attributes)
        : Ext2Component(ports, attributes), lock_(*threads), server_(*this) {}

    Result<FileSystem*, FsError> mount(block::Disk& disk, bool is_read_only) override;

    // For volumes.

    Outcome<void> unmount(Ext2Volume& volume);

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
    void dispose(Ext2Volume& volume);

    WaitingLock lock_; // of the list; taken before that of a volume
    IntrusiveList<Ext2Volume, &Ext2Volume::in_component> volumes_;
    Server server_;
    bool has_thread_ = false;
};

} // namespace flat::fs::ext2
