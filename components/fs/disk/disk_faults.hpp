// SPDX-License-Identifier: BSD-2-Clause
// What a disk has failed at.
#pragma once

#include <core/disk/disk_request.hpp>
#include <core/guarded.hpp>
#include <flat/fs/file_system.hpp>

namespace flat::fs {

/// Told by whoever asks the disk, when a request has ended, also in interrupts.
class DiskFaults : NonCopyable {
public:
    /// A flush that fails is of no sector.
    void note(DiskRequest const& request) {
        if (request.outcome().is_ok()) return;
        auto const last = last_.lock();
        ++last->count;
        if (request.kind() == DiskRequest::Kind::flush) return;
        last->sector = request.failed_sector();
        last->is_write = request.kind() == DiskRequest::Kind::write;
    }

    FileSystem::Faults now() { return *last_.lock(); }

private:
    Guarded<FileSystem::Faults> last_;
};

} // namespace flat::fs
