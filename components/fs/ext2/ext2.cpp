// SPDX-License-Identifier: BSD-2-Clause
// File systems of the format ext2.
#include <fs/ext2/ext2.hpp>

#include <core/top.hpp>

namespace flat::fs::ext2 {

Result<FileSystem*, FsError> Ext2::mount(block::Disk& disk, bool is_read_only) {
    TRY(start_thread());
    Volume::Services const services{*objects, *pages, *contents, *threads,
                                    clock ? &*clock : nullptr};
    return volumes_.mount(*this, services, disk, is_read_only);
}

void Ext2::Server::run() {
    for (;;) {
        u64 const ticket = of_.threads->ticket();
        of_.serve_all();
        if (!of_.threads->wait(address_of(&of_), ticket)) return;
    }
}

Outcome<void> Ext2::start_thread() {
    if (has_thread_.exchange(true)) return {};
    auto const made = threads->create({});
    auto* const thread = made.is_ok() ? narrow_to<thread::Thread>(*made.value()) : nullptr;
    if (thread)
        thread->start(server_);
    else
        has_thread_.store(false);
    return thread ? Outcome<void>() : FsError{FsError::out_of_memory};
}

void Ext2::serve_all() {
    volumes_.for_each([](Ext2Volume& each) {
        auto const turn = each.lock();
        each.serve();
    });
}

} // namespace flat::fs::ext2
