// SPDX-License-Identifier: BSD-2-Clause
// The file systems of one format that are mounted, and a thread that waits for them.
#pragma once

#include <core/utility.hpp>
#include <fs/mounted_volumes.hpp>
#include <fs/service_thread.hpp>

namespace flat::fs {

/// One thread, made with the first volume, does for all of them what must not be waited for by code
/// that fills pages. `V` is a `DiskVolume`.
template<class V>
class ServedVolumes : private ServiceThread {
public:
    explicit ServedVolumes(thread::ThreadManager& threads)
        : ServiceThread(threads), volumes_(threads) {}

    /// In the sense of `Format::mount`, for the component `owner`. Blocks.
    template<class Owner>
    Outcome<FileSystem*> mount(Owner& owner, Volume::Services const& services, block::Disk& disk,
                               bool is_read_only) {
        TRY(start());
        return volumes_.mount(owner, services, disk, is_read_only);
    }

    /// Unmounts and ends a volume. Blocks.
    Outcome<void> unmount(V& volume) { return volumes_.unmount(volume); }

    /// A volume has something for the thread.
    using ServiceThread::wake;

private:
    void serve() override {
        volumes_.for_each([](V& each) {
            auto const guard = each.lock();
            each.serve();
        });
    }

    MountedVolumes<V> volumes_;
};

} // namespace flat::fs
