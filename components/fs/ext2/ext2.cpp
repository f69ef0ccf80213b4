// SPDX-License-Identifier: BSD-2-Clause
// File systems of the format ext2.
#include <fs/ext2/ext2.hpp>

#include <core/top.hpp>

#include <new>

namespace flat::fs::ext2 {

Result<FileSystem*, FsError> Ext2::mount(block::Disk& disk, bool is_read_only) {
    WaitingLock::Guard const turn(lock_);
    for (Ext2Volume& each : volumes_)
        if (&each.disk() == &disk) return FsError{FsError::busy};
    TRY(start_thread());
    auto const place = objects->allocate(sizeof(Ext2Volume));
    if (place.is_error()) return FsError{FsError::out_of_memory};
    Volume::Services const services{*objects, *pages, *contents, *threads,
                                    clock ? &*clock : nullptr};
    auto* const volume = new (pointer_to<void>(place.value())) Ext2Volume(*this, services, disk);
    Outcome<void> const outcome = volume->start(is_read_only);
    if (outcome.is_error()) {
        volume->abandon();
        dispose(*volume);
        return outcome.error();
    }
    volumes_.push_back(*volume);
    return static_cast<FileSystem*>(volume);
}

Outcome<void> Ext2::unmount(Ext2Volume& volume) {
    WaitingLock::Guard const turn(lock_);
    TRY(volume.Volume::unmount());
    volumes_.remove(volume);
    dispose(volume);
    return {};
}

void Ext2::Server::run() {
    for (;;) {
        u64 const ticket = of_.threads->ticket();
        of_.serve_all();
        if (!of_.threads->wait(address_of(&of_), ticket)) return;
    }
}

Outcome<void> Ext2::start_thread() {
    if (has_thread_) return {};
    auto const made = threads->create({});
    if (made.is_error()) return FsError{FsError::out_of_memory};
    auto* const thread = narrow_to<thread::Thread>(*made.value());
    if (!thread) return FsError{FsError::not_supported};
    thread->start(server_);
    has_thread_ = true;
    return {};
}

void Ext2::serve_all() {
    WaitingLock::Guard const turn(lock_);
    for (Ext2Volume& each : volumes_) {
        auto const volume_turn = each.lock();
        each.serve();
    }
}

void Ext2::dispose(Ext2Volume& volume) {
    volume.~Ext2Volume();
    objects->free(address_of(&volume), sizeof(Ext2Volume));
}

} // namespace flat::fs::ext2
