// SPDX-License-Identifier: BSD-2-Clause
// The file systems of one format that are mounted, and a thread that waits for them.
#pragma once

#include <core/atomic.hpp>
#include <core/top.hpp>
#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <fs/mounted_volumes.hpp>

namespace flat::fs {

/// One thread, made with the first volume, does for all of them what must not be waited for by code
/// that fills pages. `V` is a `DiskVolume`.
template<class V>
class ServedVolumes : NonCopyable {
public:
    explicit ServedVolumes(thread::ThreadManager& threads)
        : threads_(threads), volumes_(threads), server_(*this) {}

    /// In the sense of `Format::mount`, for the component `owner`. Blocks.
    template<class Owner>
    Outcome<FileSystem*> mount(Owner& owner, Volume::Services const& services, block::Disk& disk,
                               bool is_read_only) {
        TRY(start_thread());
        return volumes_.mount(owner, services, disk, is_read_only);
    }

    /// Unmounts and ends a volume. Blocks.
    Outcome<void> unmount(V& volume) { return volumes_.unmount(volume); }

    /// A volume has something for the thread.
    void wake() { threads_.notify_all(address_of(this)); }

private:
    /// What the thread does, as long as it may wait.
    class Server final : public thread::Thread::Body {
    public:
        explicit Server(ServedVolumes& of) : of_(of) {}
        void run() override {
            for (;;) {
                u64 const ticket = of_.threads_.ticket();
                of_.serve_all();
                if (!of_.threads_.wait(address_of(&of_), ticket)) return;
            }
        }

    private:
        ServedVolumes& of_;
    };

    Outcome<void> start_thread() {
        if (has_thread_.exchange(true)) return {};
        auto const made = threads_.create({});
        auto* const thread = made.is_ok() ? narrow_to<thread::Thread>(*made.value()) : nullptr;
        if (thread)
            thread->start(server_);
        else
            has_thread_.store(false);
        return thread ? Outcome<void>() : FsError{FsError::Code::out_of_memory};
    }

    void serve_all() {
        volumes_.for_each([](V& each) {
            auto const guard = each.lock();
            each.serve();
        });
    }

    thread::ThreadManager& threads_;
    MountedVolumes<V> volumes_;
    Server server_;
    Atomic<bool> has_thread_ = false;
};

} // namespace flat::fs
