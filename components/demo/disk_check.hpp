// SPDX-License-Identifier: BSD-2-Clause
// Reads a disk, writes to its last sectors and reads them back, and says what came of it.
#pragma once

#include <core/disk/disk_request.hpp>
#include <demo/disk_check.flat.hpp>

namespace flat::demo {

/// For disks without a device that sees memory, or such that see it where we do.
class DiskCheck : public DiskCheckComponent {
public:
    using DiskCheckComponent::DiskCheckComponent;

    void run() override;

private:
    void read_all();
    void change_the_end();
    void read_beyond();
    DiskRequest::Outcome read(u64 sector, Span<u8> bytes);
    DiskRequest::Outcome write(u64 sector, Span<u8> bytes);
};

} // namespace flat::demo
