// SPDX-License-Identifier: BSD-2-Clause
// The device that an L4 task has been granted: its ports and its interrupt line.
#include <task/device.hpp>

#include <domain/devices.hpp>

namespace flat::task {

using bus::DeviceError;

Result<void, DeviceError> Device::claim(u16, u16) {
    bool const is_there = domain::device_grant(0).ports != 0;
    if (is_claimed_ || !is_there) return DeviceError{DeviceError::no_such_device};
    is_claimed_ = true;
    return {};
}

void Device::release() {
    if (!is_claimed_) return;
    is_claimed_ = false;
    for (Region& region : regions_)
        region = {};
    if (line_) flat::exchange(line_, nullptr)->release();
}

Result<u64, DeviceError> Device::open(u32 region) {
    domain::DeviceGrant const grant = domain::device_grant(region);
    if (!is_claimed_ || region >= regions_max || grant.ports == 0)
        return DeviceError{DeviceError::no_such_registers};
    regions_[region] = {grant.first_port, grant.ports};
    return u64{grant.ports};
}

Result<Device::Memory, DeviceError> Device::show(u32) {
    return DeviceError{DeviceError::no_such_registers};
}

Result<void, DeviceError> Device::connect(u32, bus::Interrupt& interrupt) {
    interrupt.release();
    return DeviceError{DeviceError::no_such_interrupt};
}

Result<void, DeviceError> Device::connect_line(bus::Interrupt& interrupt) {
    u32 number = 0;
    domain::DeviceGrant grant = domain::device_grant(number);
    while (grant.ports != 0 && !grant.has_line)
        grant = domain::device_grant(++number);
    bool const may = is_claimed_ && !line_ && grant.has_line;
    if (!may || !domain::listen_to_line(grant.line, *this)) {
        interrupt.release();
        return DeviceError{DeviceError::no_such_interrupt};
    }
    line_ = &interrupt;
    return {};
}

/// The line stays the task's: without a driver its messages are answered, and mean nothing.
void Device::interrupted() {
    if (line_) line_->interrupted(0);
}

} // namespace flat::task
