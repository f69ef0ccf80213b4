// SPDX-License-Identifier: BSD-2-Clause
// Brings the sectors of a disk to components that do not share memory with its driver.
#include <block/disk_carrier.hpp>

#include <core/disk/waiting_request.hpp>

namespace flat::block {

Result<void, DiskError> DiskCarrier::read(u64 sector, Span<u8> bytes) {
    DiskRequest::Segment const whole = segment(bytes.data(), bytes.size());
    WaitingRequest request(*threads);
    request.set_read(sector, {&whole, 1});
    return request.run(*disk);
}

// The disk only reads what is written.
Result<void, DiskError> DiskCarrier::write(u64 sector, Span<u8 const> bytes) {
    DiskRequest::Segment const whole = segment(const_cast<u8*>(bytes.data()), bytes.size());
    WaitingRequest request(*threads);
    request.set_write(sector, {&whole, 1});
    return request.run(*disk);
}

Result<void, DiskError> DiskCarrier::flush() {
    WaitingRequest request(*threads);
    request.set_flush();
    return request.run(*disk);
}

} // namespace flat::block
