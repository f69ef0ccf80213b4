// SPDX-License-Identifier: BSD-2-Clause
// How a driver of virtio finds and commands its device on PCI.
#include <driver/virtio_transport.hpp>

#include <core/bits.hpp>
#include <core/utility.hpp>

namespace flat::driver {

using bus::DeviceError;

namespace {

/// How often a device is asked whether it has been reset.
constexpr u32 reset_patience = 1'000'000;

} // namespace

VirtioTransport::Outcome VirtioTransport::claim(u16 modern, u16 transitional) {
    if (device_->claim(virtio_vendor, modern).is_error())
        TRY(device_->claim(virtio_vendor, transitional));
    TRY(find());
    reset();
    device_->set_bus_master(true);
    return {};
}

/// Finds the structures and makes them accessible.
VirtioTransport::Outcome VirtioTransport::find() {
    common_ = TRY(structure(VirtioStructure::COMMON, virtio_common_bytes));
    isr_ = TRY(structure(VirtioStructure::ISR, 1));
    own_ = TRY(structure(VirtioStructure::DEVICE, 1));
    notify_ = TRY(structure(VirtioStructure::NOTIFY, sizeof(u16)));
    return {};
}

/// The first capability of this structure with which we can do something (section 4.1.4).
Result<VirtioTransport::Place, DeviceError> VirtioTransport::structure(VirtioStructure which,
                                                                       u32 least_bytes) {
    using namespace virtio_capability;
    for (u32 at = device_->capability(VENDOR_SPECIFIC, 0); at != 0;
         at = device_->capability(VENDOR_SPECIFIC, at)) {
        if (device_->configuration(at + HEADER) >> 24 != u32(which)) continue;
        Place const place{device_->configuration(at + REGION) & 0xff,
                          device_->configuration(at + OFFSET)};
        auto const bytes = device_->open(place.region);
        if (bytes.is_error()) continue;
        u64 const claimed = device_->configuration(at + LENGTH);
        if (claimed < least_bytes || place.offset + claimed > bytes.value()) continue;
        if (which == VirtioStructure::NOTIFY)
            notify_multiplier_ = device_->configuration(at + NOTIFY_MULTIPLIER);
        return place;
    }
    return DeviceError{DeviceError::no_such_registers};
}

void VirtioTransport::reset() {
    set_status(0);
    for (u32 i = 0; i < reset_patience && status() != 0; ++i) {
    }
}

u32 VirtioTransport::offered_features(u32 select) {
    set32(VirtioRegister::DEVICE_FEATURE_SELECT, select);
    return device_->read32(common_.region, common(VirtioRegister::DEVICE_FEATURE));
}

Result<u64, DeviceError> VirtioTransport::negotiate(u64 required, u64 wanted) {
    add_status(virtio_status::ACKNOWLEDGE);
    add_status(virtio_status::DRIVER);
    u64 const offered = u64(offered_features(1)) << 32 | offered_features(0);
    if ((offered & required) != required) return DeviceError{DeviceError::misbehaves};
    u64 const agreed = offered & (required | wanted);
    for (u32 select = 0; select < 2; ++select) {
        set32(VirtioRegister::DRIVER_FEATURE_SELECT, select);
        set32(VirtioRegister::DRIVER_FEATURE, static_cast<u32>(agreed >> 32 * select));
    }
    add_status(virtio_status::FEATURES_OK);
    if (!(status() & virtio_status::FEATURES_OK)) return DeviceError{DeviceError::misbehaves};
    return agreed;
}

Result<VirtioTransport::Place, DeviceError>
VirtioTransport::start(u16 index, VirtioQueue& queue, memory::DmaMemory::Block const& rings,
                       u32 size_max, u16 vector) {
    u16 const size = queue_size(index);
    if (size < 2) return DeviceError{DeviceError::misbehaves}; // nothing fits with its header
    queue.start(rings, min(size, bit<u16>(log2_floor(size_max))));
    return enable(index, queue, vector);
}

/// How many descriptors queue `index` may have, a power of two; 0 if there is no such queue.
u16 VirtioTransport::queue_size(u16 index) {
    set16(VirtioRegister::QUEUE_SELECT, index);
    u16 const size = min(get16(VirtioRegister::QUEUE_SIZE), VirtioQueue::size_max);
    return size == 0 ? u16{0} : bit<u16>(log2_floor(size));
}

Result<VirtioTransport::Place, DeviceError>
VirtioTransport::enable(u16 index, VirtioQueue const& queue, u16 vector) {
    set16(VirtioRegister::QUEUE_SELECT, index);
    set16(VirtioRegister::QUEUE_SIZE, queue.size());
    set16(VirtioRegister::QUEUE_MSIX_VECTOR, vector);
    if (get16(VirtioRegister::QUEUE_MSIX_VECTOR) != vector)
        return DeviceError{DeviceError::no_such_interrupt};
    set_address(VirtioRegister::QUEUE_DESC, queue.descriptor_area());
    set_address(VirtioRegister::QUEUE_DRIVER, queue.driver_area());
    set_address(VirtioRegister::QUEUE_DEVICE, queue.device_area());
    set16(VirtioRegister::QUEUE_ENABLE, 1);
    u32 const offset = get16(VirtioRegister::QUEUE_NOTIFY_OFF) * notify_multiplier_;
    return Place{notify_.region, notify_.offset + offset};
}

VirtioTransport::Outcome VirtioTransport::set_configuration_vector(u16 vector) {
    set16(VirtioRegister::CONFIG_MSIX_VECTOR, vector);
    if (get16(VirtioRegister::CONFIG_MSIX_VECTOR) != vector)
        return DeviceError{DeviceError::no_such_interrupt};
    return {};
}

void VirtioTransport::set_address(VirtioRegister which, paddr address) {
    device_->write32(common_.region, common(which), static_cast<u32>(address));
    device_->write32(common_.region, common(which) + 4, static_cast<u32>(address >> 32));
}

} // namespace flat::driver
