// SPDX-License-Identifier: BSD-2-Clause
// The device that an L4 task has been granted: its ports and its interrupt line.
#pragma once

#include <core/utility.hpp>
#include <domain/devices.hpp>
#include <flat/bus/interrupt.hpp>
#include <task/device.flat.hpp>

namespace flat::task {

/// What the assembly grants the domain (`api.DeviceGrant`), in its order, are the regions; the
/// first line among them is the device's. There is no bus to look at: whatever the driver claims is
/// what it has been granted. Registers are accessed by the task itself; it has one line at most.
class Device : public DeviceComponent, private domain::LineHandler, NonCopyable {
public:
    using DeviceComponent::DeviceComponent;

    Result<void, bus::DeviceError> claim(u16 vendor, u16 device) override;
    void release() override;
    u32 configuration(u32) override { return ~u32(0); }
    void set_configuration(u32, u32) override {}
    u32 capability(u8, u32) override { return 0; }
    Result<u64, bus::DeviceError> open(u32 region) override;
    Result<Memory, bus::DeviceError> show(u32 region) override;
    void set_bus_master(bool) override {}

    u8 read8(u32 region, u32 offset) override { return get<u8>(region, offset); }
    u16 read16(u32 region, u32 offset) override { return get<u16>(region, offset); }
    u32 read32(u32 region, u32 offset) override { return get<u32>(region, offset); }
    void write8(u32 region, u32 offset, u8 value) override { set(region, offset, value); }
    void write16(u32 region, u32 offset, u16 value) override { set(region, offset, value); }
    void write32(u32 region, u32 offset, u32 value) override { set(region, offset, value); }

    Result<void, bus::DeviceError> connect(u32 vector, bus::Interrupt& interrupt) override;
    Result<void, bus::DeviceError> connect_line(bus::Interrupt& interrupt) override;

private:
    static constexpr u32 regions_max = 6;

    struct Region {
        u32 first_port = 0;
        u32 ports = 0; // none while it is not open
    };

    bool has(u32 region, u32 offset, u64 bytes) const {
        return region < regions_max && offset + bytes <= regions_[region].ports &&
               offset % bytes == 0;
    }
    template<class T>
    T get(u32 region, u32 offset) const {
        if (!has(region, offset, sizeof(T))) return static_cast<T>(~T(0));
        return domain::read_port<T>(static_cast<u16>(regions_[region].first_port + offset));
    }
    template<class T>
    void set(u32 region, u32 offset, T value) const {
        if (!has(region, offset, sizeof(T))) return;
        domain::write_port(static_cast<u16>(regions_[region].first_port + offset), value);
    }

    void interrupted() override;

    Region regions_[regions_max];
    bus::Interrupt* line_ = nullptr;
    bool is_claimed_ = false;
};

} // namespace flat::task
