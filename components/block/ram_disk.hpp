// SPDX-License-Identifier: BSD-2-Clause
// Memory that serves as a disk.
#pragma once

#include <block/ram_disk.flat.hpp>
#include <core/disk/disk_counts.hpp>
#include <core/disk/disk_request.hpp>
#include <core/guarded.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>

namespace flat::block {

/// Begins with zeros, and is forgotten. Each request ends where it is submitted.
/// Without memory for it there is no disk.
class RamDisk : public RamDiskComponent, NonCopyable {
public:
    RamDisk(Ports const& ports, Attributes const& attributes);
    ~RamDisk();

    Geometry geometry() override;
    void submit(DiskRequest& request) override;

private:
    static constexpr u32 sector_bytes = 512;
    static constexpr u32 segments_max = 256;

    Span<u8> contents_;
    Guarded<DiskCounts> counts_;
};

} // namespace flat::block
