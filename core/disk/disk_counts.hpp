// SPDX-License-Identifier: BSD-2-Clause
// What a disk has been asked for since the start.
#pragma once

#include <core/disk/disk_request.hpp>
#include <core/measure/counters.hpp>

namespace flat {

/// A member of a disk, under whatever lock guards its queue.
class DiskCounts {
public:
    /// Counts a request that the disk accepts.
    void count(DiskRequest const& request) {
        switch (request.kind()) {
        case DiskRequest::Kind::read:
            ++reads_;
            read_bytes_ += request.bytes();
            break;
        case DiskRequest::Kind::write:
            ++writes_;
            written_bytes_ += request.bytes();
            break;
        case DiskRequest::Kind::flush:
            ++flushes_;
            break;
        }
    }

private:
    Counter reads_;
    Counter read_bytes_;
    Counter writes_;
    Counter written_bytes_;
    Counter flushes_;
};

} // namespace flat
