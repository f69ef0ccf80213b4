// SPDX-License-Identifier: BSD-2-Clause
// How a driver of virtio finds and commands its device on PCI.
#pragma once

#include <core/result.hpp>
#include <driver/virtio_queue.hpp>
#include <driver/virtio_registers.hpp>
#include <flat/bus/device.hpp>

namespace flat::driver {

/// The modern interface on PCI (Virtual I/O Device 1.1, section 4.1). Where structures are is what
/// the device claims; `bus.Device` sees to it that they are registers of this device.
class VirtioTransport {
public:
    /// A register in a region.
    struct Place {
        u32 region;
        u32 offset;
    };

    using Outcome = Result<void, bus::DeviceError>;

    explicit VirtioTransport(bus::Device& device) : device_(&device) {}

    /// Takes the next device of this identity, either of both, finds its structures, stops it, and
    /// lets it access memory.
    Outcome claim(u16 modern, u16 transitional);

    /// Stops whatever the device does (section 2.1); it has let go of all memory afterwards.
    void reset();

    /// Agrees on features (section 3.1.1): those in `required`, and those in `wanted` that the
    /// device offers. Returns what was agreed on.
    Result<u64, bus::DeviceError> negotiate(u64 required, u64 wanted);

    /// Starts queue `index` in memory for its rings, with as many descriptors as the device has, at
    /// most `size_max` and two at least, and lets the device use it, and interrupt by message
    /// `vector` or VIRTIO_MSI_NO_VECTOR. Returns where `notify` tells of what has been added.
    Result<Place, bus::DeviceError> start(u16 index, VirtioQueue& queue,
                                          memory::DmaMemory::Block const& rings, u32 size_max,
                                          u16 vector);

    /// Tells the device that something has been added to a queue.
    void notify(Place where, u16 index) { device_->write16(where.region, where.offset, index); }

    /// Which message tells that the device's configuration has changed.
    Outcome set_configuration_vector(u16 vector);

    /// From here on the device works, or it has been given up.
    void set_ready() { add_status(virtio_status::DRIVER_OK); }
    void set_failed() { add_status(virtio_status::FAILED); }

    /// What has interrupted; reading withdraws the request.
    u8 interrupt_status() { return device_->read8(isr_.region, isr_.offset); }

    /// Registers of the device's own configuration.
    u8 configuration8(u32 offset) { return device_->read8(own_.region, own_.offset + offset); }
    u16 configuration16(u32 offset) { return device_->read16(own_.region, own_.offset + offset); }
    u32 configuration32(u32 offset) { return device_->read32(own_.region, own_.offset + offset); }

private:
    Outcome find();
    u16 queue_size(u16 index);
    Result<Place, bus::DeviceError> enable(u16 index, VirtioQueue const& queue, u16 vector);
    u32 common(VirtioRegister which) const { return common_.offset + u32(which); }
    u16 get16(VirtioRegister which) { return device_->read16(common_.region, common(which)); }
    void set16(VirtioRegister which, u16 value) {
        device_->write16(common_.region, common(which), value);
    }
    void set32(VirtioRegister which, u32 value) {
        device_->write32(common_.region, common(which), value);
    }
    u8 status() { return device_->read8(common_.region, common(VirtioRegister::DEVICE_STATUS)); }
    void set_status(u8 status) {
        device_->write8(common_.region, common(VirtioRegister::DEVICE_STATUS), status);
    }
    void add_status(u8 bits) { set_status(status() | bits); }
    void set_address(VirtioRegister which, paddr address);
    u32 offered_features(u32 select);
    Result<Place, bus::DeviceError> structure(VirtioStructure which, u32 least_bytes);

    bus::Device* device_;
    Place common_{};
    Place notify_{};
    Place isr_{};
    Place own_{};
    u32 notify_multiplier_ = 0;
};

} // namespace flat::driver
