// SPDX-License-Identifier: BSD-2-Clause
// The file systems of one format that are mounted.
#pragma once

#include <core/containers/list.hpp>
#include <core/utility.hpp>
#include <core/waiting_lock.hpp>
#include <flat/block/disk.hpp>
#include <fs/nodes/volume.hpp>

#include <new>

namespace flat::fs {

/// Their making and their end. `V` is a volume of the format, with `start`, `abandon`, `disk` and a
/// link `in_format`.
template<class V>
class MountedVolumes : NonCopyable {
public:
    explicit MountedVolumes(thread::ThreadManager& threads) : lock_(threads) {}

    /// In the sense of `Format::mount`, for the component `owner`. Blocks.
    template<class Owner>
    Outcome<FileSystem*> mount(Owner& owner, Volume::Services const& services, block::Disk& disk,
                               bool is_read_only) {
        WaitingLock::Guard const guard(lock_);
        for (V& each : volumes_)
            if (&each.disk() == &disk) return FsError{FsError::Code::busy};
        auto const place = services.objects.allocate(sizeof(V));
        if (place.is_error()) return FsError{FsError::Code::out_of_memory};
        auto* const volume = new (pointer_to<void>(place.value())) V(owner, services, disk);
        Outcome<void> const outcome = volume->start(is_read_only);
        if (outcome.is_error()) {
            volume->abandon();
            end(*volume);
            return outcome.error();
        }
        volumes_.push_back(*volume);
        return static_cast<FileSystem*>(volume);
    }

    /// Unmounts and ends a volume. Blocks.
    Outcome<void> unmount(V& volume) {
        WaitingLock::Guard const guard(lock_);
        TRY(volume.Volume::unmount());
        volumes_.remove(volume);
        end(volume);
        return {};
    }

    /// Calls for each of them, none of which ends meanwhile. Blocks.
    template<class Call>
    void for_each(Call call) {
        WaitingLock::Guard const guard(lock_);
        for (V& each : volumes_)
            call(each);
    }

private:
    static void end(V& volume) {
        memory::Objects& objects = volume.services().objects;
        volume.~V();
        objects.free(address_of(&volume), sizeof(V));
    }

    WaitingLock lock_; // of the list; taken before that of a volume
    IntrusiveList<V, &V::in_format> volumes_;
};

} // namespace flat::fs
