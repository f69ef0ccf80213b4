// SPDX-License-Identifier: BSD-2-Clause
// Network cards of virtio: how one is found, started, and started anew.
#include <driver/virtio_net.hpp>

#include <core/say.hpp>

namespace flat::driver {

using bus::DeviceError;

namespace {

void drop(Buffer* buffer) {
    BufferPool::drop(*buffer);
}

} // namespace

VirtioNet::VirtioNet(Ports const& ports, Attributes const& attributes)
    : VirtioNetComponent(ports, attributes) {
    Outcome outcome = find_device();
    if (outcome.is_ok()) outcome = allocate();
    if (outcome.is_ok()) outcome = start();
    if (outcome.is_error()) give_up(outcome.error());
}

VirtioNet::~VirtioNet() {
    is_working_ = false;
    device->release();
    take_back_all();
    for (memory::DmaMemory::Block const& block : rings_)
        if (block.address != 0) memory->free(block);
    if (shared_.address != 0) memory->free(shared_);
}

VirtioNet::Outcome VirtioNet::find_device() {
    TRY(transport_.claim(virtio_net_modern, virtio_net_transitional));
    return connect();
}

VirtioNet::Outcome VirtioNet::allocate() {
    for (u32 i = 0; i < queues + 1; ++i) {
        auto const block = memory->allocate(i < queues ? VirtioQueue::memory_order : 0);
        if (block.is_error()) return DeviceError{DeviceError::out_of_memory};
        (i < queues ? rings_[i] : shared_) = block.value();
    }
    return {};
}

/// By messages if the machine and the device have them.
VirtioNet::Outcome VirtioNet::connect() {
    bus::Interrupt& self = *this;
    has_messages_ = device->connect(configuration_vector, self).is_ok() &&
                    device->connect(receive_vector, self).is_ok();
    return has_messages_ ? Outcome() : device->connect_line(self);
}

/// Section 3.1.1, after the reset: features, queues, and only then the device works.
VirtioNet::Outcome VirtioNet::start() {
    TRY(start_queues());
    was_up_ = state().is_up;
    (void)set_filter(); // a device that refuses receives more, or is found out
    return {};
}

VirtioNet::Outcome VirtioNet::start_queues() {
    features_ = TRY(
        transport_.negotiate(VIRTIO_F_VERSION_1, VIRTIO_NET_F_MAC | VIRTIO_NET_F_STATUS |
                                                     VIRTIO_NET_F_CTRL_VQ | VIRTIO_NET_F_CTRL_RX));
    if (has_messages_) TRY(transport_.set_configuration_vector(configuration_vector));
    address_ = read_address();
    auto const receive = receive_.lock();
    TRY(start_queue(receive_queue, receive->queue,
                    has_messages_ ? u16(receive_vector) : no_vector));
    receive->queue.set_interrupts(!is_polled_);
    auto const transmit = transmit_.lock();
    TRY(start_queue(transmit_queue, transmit->queue, no_vector));
    transmit->queue.set_interrupts(false);
    if (features_ & VIRTIO_NET_F_CTRL_VQ) {
        auto const control = control_.lock();
        TRY(start_queue(control_queue, *control, no_vector));
        control->set_interrupts(false);
    }
    fill(receive->queue);
    transport_.set_ready();
    notify(receive_queue, receive->queue);
    is_working_ = true;
    return {};
}

VirtioNet::Outcome VirtioNet::start_queue(QueueIndex index, VirtioQueue& queue, u16 vector) {
    notify_[index] = TRY(transport_.start(index, queue, rings_[index], ring, vector));
    return {};
}

/// The device's own, or one that is nobody's (locally administered).
u64 VirtioNet::read_address() {
    if (!(features_ & VIRTIO_NET_F_MAC)) return 0x0200'0000'0001;
    u64 address = 0;
    for (u32 i = 0; i < hardware_address_bytes; ++i)
        address = address << 8 | transport_.configuration8(u32(VirtioNetRegister::MAC) + i);
    return address;
}

void VirtioNet::give_up(DeviceError problem) {
    is_working_ = false;
    bool const is_missing = problem.code == DeviceError::no_such_device;
    say(*log, "virtio-net: {}", is_missing ? "there is no such card" : "the card cannot be used");
    device->release();
}

/// After the device has done what it must not: whatever it had is lost.
void VirtioNet::restart() {
    is_working_ = false;
    ++receive_.lock()->misbehaviours;
    transport_.reset();
    take_back_all();
    Outcome const outcome = start();
    if (outcome.is_error()) give_up(outcome.error());
}

void VirtioNet::take_back_all() {
    receive_.lock()->queue.take_all(drop);
    transmit_.lock()->queue.take_all(drop);
}

} // namespace flat::driver
