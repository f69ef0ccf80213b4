// SPDX-License-Identifier: BSD-2-Clause
// One input device of virtio: a queue of what it tells.
#include <driver/virtio_input_device.hpp>

namespace flat::driver {

using bus::DeviceError;

namespace {

/// What one interrupt takes at most: a device whose events do not end holds nobody up.
constexpr u32 events_at_once = 256;

constexpr u16 event_vector = 0;

} // namespace

VirtioInputDevice::Outcome VirtioInputDevice::start() {
    Outcome outcome = find();
    if (outcome.is_ok()) outcome = run();
    if (outcome.is_error()) stop();
    return outcome;
}

VirtioInputDevice::Outcome VirtioInputDevice::find() {
    TRY(transport_.claim(virtio_input_modern, virtio_input_modern));
    bus::Interrupt& self = *this;
    has_messages_ = device_.connect(event_vector, self).is_ok();
    if (!has_messages_) TRY(device_.connect_line(self));
    auto const rings = memory_.allocate(VirtioQueue::memory_order);
    if (rings.is_error()) return DeviceError{DeviceError::out_of_memory};
    rings_ = rings.value();
    auto const events = memory_.allocate(0);
    if (events.is_error()) return DeviceError{DeviceError::out_of_memory};
    events_ = events.value();
    return {};
}

/// Section 3.1.1, after the reset; all room for events is the device's from then on.
VirtioInputDevice::Outcome VirtioInputDevice::run() {
    TRY(transport_.negotiate(VIRTIO_F_VERSION_1, 0));
    auto const queue = queue_.lock();
    u16 const vector = has_messages_ ? event_vector : VIRTIO_MSI_NO_VECTOR;
    notify_ = TRY(transport_.start(event_queue, *queue, rings_, events_max, vector));
    for (u16 i = 0; i < queue->size(); ++i)
        give(*queue, pointer_to<VirtioInputEvent>(events_.address)[i]);
    transport_.set_ready();
    transport_.notify(notify_, event_queue);
    return {};
}

void VirtioInputDevice::give(EventQueue& queue, VirtioInputEvent& event) const {
    paddr const physical = events_.physical + (address_of(&event) - events_.address);
    queue.put(physical, sizeof event, &event, true);
    queue.commit();
}

/// The device has let go of memory when it is given back.
void VirtioInputDevice::stop() {
    device_.release();
    if (events_.address != 0) memory_.free(flat::exchange(events_, {}));
    if (rings_.address != 0) memory_.free(flat::exchange(rings_, {}));
}

void VirtioInputDevice::interrupted(u32) {
    if (!has_messages_) (void)transport_.interrupt_status(); // withdraws the request
    u32 count = 0;
    for (; count < events_at_once; ++count) {
        auto const event = next();
        if (!event) break;
        listener_.told(*event);
    }
    if (count != 0) transport_.notify(notify_, event_queue);
    if (!queue_.lock()->is_broken()) return;
    listener_.lost();
    transport_.reset();
    if (run().is_error()) device_.release();
}

/// What the device told next, whose room it has back. It counts for what was written there; an
/// event of another size is one of kind 0, which means nothing.
Maybe<VirtioInputEvent> VirtioInputDevice::next() {
    auto const queue = queue_.lock();
    VirtioInputEvent* place = nullptr;
    Maybe<u32> const bytes = queue->take([&](VirtioInputEvent* each) { place = each; });
    if (!bytes) return nothing;
    auto const* const shared = const_cast<VirtioInputEvent const volatile*>(place);
    VirtioInputEvent const told{shared->kind, shared->code, shared->value};
    give(*queue, *place);
    return *bytes == sizeof told ? told : VirtioInputEvent{};
}

} // namespace flat::driver
