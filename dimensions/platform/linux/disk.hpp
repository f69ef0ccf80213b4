// SPDX-License-Identifier: BSD-2-Clause
// A disk in a file of the host's, which `flat run --disk` names.
#pragma once

#include <core/disk/disk_counts.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <platform/disk.flat.hpp>

namespace flat::platform {

/// The environment variable FLAT_DISK_<number> is the path of the file. Without it, or when that
/// cannot be opened, there is no disk, and the log says so; a file that cannot be written to is one
/// that is only read. Each request ends where it is submitted, and the thread has waited for the
/// host until then.
class Disk : public DiskComponent, NonCopyable {
public:
    Disk(Ports const& ports, Attributes const& attributes);
    ~Disk();

    Geometry geometry() override { return geometry_; }
    void submit(DiskRequest& request) override;

private:
    static constexpr u32 sector_bytes = 512;
    static constexpr u32 segments_max = 64;

    void open(char const* path);
    u64 transfer(DiskRequest const& request);

    Geometry geometry_{0, sector_bytes, segments_max, true, false};
    int descriptor_ = -1;
    Guarded<DiskCounts> counts_;
};

} // namespace flat::platform
