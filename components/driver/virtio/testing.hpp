// SPDX-License-Identifier: BSD-2-Clause
// A device of virtio that is not there, and does what a test wants, right or wrong.
#pragma once

#include <driver/testing.hpp>
#include <driver/virtio_queue.hpp>
#include <driver/virtio_registers.hpp>

#include <optional>

namespace flat::driver::testing {

/// The device's side of Virtual I/O Device 1.1, sections 2.6 and 4.1, for one of any kind.
class FakeVirtio : public TestDevice {
public:
    static constexpr u16 queues_max = 3;

    u32 capability(u8 id, u32 after) override;
    u32 configuration(u32 offset) override;
    Result<u64, bus::DeviceError> open(u32 region) override;

    /// Announces the use of a chain, which need not be one.
    void use(u16 queue, u32 id, u32 bytes);

    /// Announces that so many more chains were used than were.
    void jump(u16 queue, u16 chains);

    bool works() const { return status_ & virtio_status::DRIVER_OK; }

    u64 offered;
    u16 queue_size = 16;
    u32 missing_structure = 0;     ///< Which one has no capability.
    u32 structure_region = 4;      ///< Where all are said to be.
    u32 structure_length = 0x1000; ///< How long each is said to be.
    u32 resets = 0;

protected:
    struct Queue {
        u64 descriptors = 0;
        u64 driver = 0;
        u64 device = 0;
        u16 size = 0;
        u16 vector = VIRTIO_MSI_NO_VECTOR;
        u16 seen = 0; // of what the driver made available
        bool is_enabled = false;
    };

    FakeVirtio(TestMemory& memory, u16 identity, u64 features)
        : TestDevice(virtio_vendor, identity), offered(features), memory_(memory) {}

    /// The device's own configuration.
    virtual u32 read_own(u32 offset, u32 bytes) = 0;
    /// The driver has notified the device that it added something to a queue.
    virtual void notified(u16 queue) = 0;

    std::optional<u16> next(u16 queue);
    virtq::Descriptor descriptor(u16 queue, u16 index);
    /// Interrupts because of a queue, or because the configuration has changed.
    void interrupt(u16 queue);
    void interrupt_of_configuration();

    TestMemory& memory_;

private:
    static constexpr u32 first_capability = 0x40;
    static constexpr u32 capability_bytes = 20;
    static constexpr u32 structure_bytes = 0x1000;

    u32 read(u32 region, u32 offset, u32 bytes) override;
    void write(u32 region, u32 offset, u32 value, u32 bytes) override;
    u32 read_common(u32 offset);
    void write_common(u32 offset, u32 value);
    void reset();

    Queue queues_[queues_max];
    u64 accepted_ = 0;
    u32 feature_select_ = 0;
    u16 queue_select_ = 0;
    u16 configuration_vector_ = VIRTIO_MSI_NO_VECTOR;
    u8 status_ = 0;
    u8 isr_ = 0;
};

inline u32 FakeVirtio::capability(u8 id, u32 after) {
    if (id != virtio_capability::VENDOR_SPECIFIC) return 0;
    u32 const next = after == 0 ? first_capability : after + capability_bytes;
    return next < first_capability + 4 * capability_bytes ? next : 0;
}

inline u32 FakeVirtio::configuration(u32 offset) {
    u32 const number = (offset - first_capability) / capability_bytes + 1;
    u32 const shown = number == missing_structure ? 5 : number;
    switch ((offset - first_capability) % capability_bytes) {
    case virtio_capability::HEADER:
        return shown << 24 | capability_bytes << 16 | 9;
    case virtio_capability::REGION:
        return structure_region;
    case virtio_capability::OFFSET:
        return number * structure_bytes;
    case virtio_capability::LENGTH:
        return structure_length;
    default:
        return 4; // the multiplier of notifications
    }
}

inline Result<u64, bus::DeviceError> FakeVirtio::open(u32 region) {
    if (region != 4) return bus::DeviceError{bus::DeviceError::no_such_registers};
    return u64{5 * structure_bytes};
}

inline u32 FakeVirtio::read(u32 region, u32 offset, u32 bytes) {
    if (region != 4) return ~u32(0);
    u32 const inner = offset % structure_bytes;
    switch (static_cast<VirtioStructure>(offset / structure_bytes)) {
    case VirtioStructure::COMMON:
        return read_common(inner);
    case VirtioStructure::ISR:
        return std::exchange(isr_, u8{0});
    case VirtioStructure::DEVICE:
        return read_own(inner, bytes);
    default:
        return ~u32(0);
    }
}

inline void FakeVirtio::write(u32 region, u32 offset, u32 value, u32) {
    if (region != 4) return;
    u32 const inner = offset % structure_bytes;
    auto const which = static_cast<VirtioStructure>(offset / structure_bytes);
    if (which == VirtioStructure::COMMON) write_common(inner, value);
    if (which == VirtioStructure::NOTIFY) notified(u16(inner / 4));
}

inline u32 FakeVirtio::read_common(u32 offset) {
    bool const is_queue = queue_select_ < queues_max;
    Queue const queue = is_queue ? queues_[queue_select_] : Queue();
    switch (static_cast<VirtioRegister>(offset)) {
    case VirtioRegister::DEVICE_FEATURE:
        return u32(offered >> 32 * feature_select_);
    case VirtioRegister::DEVICE_STATUS:
        return status_;
    case VirtioRegister::CONFIG_MSIX_VECTOR:
        return configuration_vector_;
    case VirtioRegister::QUEUE_SIZE:
        return is_queue ? queue_size : 0;
    case VirtioRegister::QUEUE_MSIX_VECTOR:
        return queue.vector;
    case VirtioRegister::QUEUE_NOTIFY_OFF:
        return queue_select_;
    default:
        return 0;
    }
}

inline void FakeVirtio::write_common(u32 offset, u32 value) {
    Queue& queue = queues_[queue_select_ < queues_max ? queue_select_ : queues_max - 1];
    auto const low = [&](u64& address) { address = (address & ~u64(0xffff'ffff)) | value; };
    auto const high = [&](u64& address) { address = u64(value) << 32 | u32(address); };
    switch (static_cast<VirtioRegister>(offset)) {
    case VirtioRegister::DEVICE_FEATURE_SELECT:
    case VirtioRegister::DRIVER_FEATURE_SELECT:
        feature_select_ = value;
        return;
    case VirtioRegister::DRIVER_FEATURE:
        accepted_ |= u64(value) << 32 * feature_select_;
        return;
    case VirtioRegister::CONFIG_MSIX_VECTOR:
        configuration_vector_ = u16(value);
        return;
    case VirtioRegister::QUEUE_SELECT:
        queue_select_ = u16(value);
        return;
    case VirtioRegister::QUEUE_SIZE:
        queue.size = u16(value);
        return;
    case VirtioRegister::QUEUE_MSIX_VECTOR:
        queue.vector = u16(value);
        return;
    case VirtioRegister::QUEUE_ENABLE:
        queue.is_enabled = true;
        return;
    case VirtioRegister::QUEUE_DESC:
        return low(queue.descriptors);
    case VirtioRegister::QUEUE_DRIVER:
        return low(queue.driver);
    case VirtioRegister::QUEUE_DEVICE:
        return low(queue.device);
    default:
        break;
    }
    if (offset == u32(VirtioRegister::QUEUE_DESC) + 4) return high(queue.descriptors);
    if (offset == u32(VirtioRegister::QUEUE_DRIVER) + 4) return high(queue.driver);
    if (offset == u32(VirtioRegister::QUEUE_DEVICE) + 4) return high(queue.device);
    if (offset != u32(VirtioRegister::DEVICE_STATUS)) return;
    bool const is_agreed = (accepted_ & ~offered) == 0;
    status_ = u8(is_agreed ? value : value & ~u32(virtio_status::FEATURES_OK));
    if (value == 0) reset();
}

inline void FakeVirtio::reset() {
    ++resets;
    accepted_ = 0;
    for (Queue& queue : queues_)
        queue = Queue();
}

inline std::optional<u16> FakeVirtio::next(u16 number) {
    Queue& queue = queues_[number];
    if (!queue.is_enabled || !is_master) return {};
    u8 const* const area = memory_.at(queue.driver, 4 + 2 * queue.size);
    u16 available, index;
    std::memcpy(&available, area + 2, 2);
    if (available == queue.seen) return {};
    std::memcpy(&index, area + 4 + 2 * (queue.seen++ % queue.size), 2);
    return index;
}

inline virtq::Descriptor FakeVirtio::descriptor(u16 number, u16 index) {
    Queue const& queue = queues_[number];
    virtq::Descriptor descriptor;
    std::memcpy(&descriptor, memory_.at(queue.descriptors + index * sizeof descriptor, 16), 16);
    return descriptor;
}

inline void FakeVirtio::use(u16 number, u32 id, u32 bytes) {
    Queue const& queue = queues_[number];
    u8* const area = memory_.at(queue.device, 4 + 8 * queue.size);
    u16 index;
    std::memcpy(&index, area + 2, 2);
    u32 const element[] = {id, bytes};
    std::memcpy(area + 4 + 8 * (index % queue.size), element, 8);
    ++index;
    std::memcpy(area + 2, &index, 2);
}

inline void FakeVirtio::jump(u16 number, u16 chains) {
    u8* const area = memory_.at(queues_[number].device, 4);
    u16 index;
    std::memcpy(&index, area + 2, 2);
    index = u16(index + chains);
    std::memcpy(area + 2, &index, 2);
    interrupt(number);
}

inline void FakeVirtio::interrupt(u16 number) {
    isr_ |= VIRTIO_ISR_QUEUE;
    raise(has_messages ? queues_[number].vector : 0);
}

inline void FakeVirtio::interrupt_of_configuration() {
    isr_ |= VIRTIO_ISR_CONFIG;
    raise(has_messages ? configuration_vector_ : 0);
}

} // namespace flat::driver::testing
