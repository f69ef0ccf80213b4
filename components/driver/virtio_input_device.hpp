// SPDX-License-Identifier: BSD-2-Clause
// One input device of virtio: a queue of what it tells.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <driver/virtio_transport.hpp>
#include <flat/bus/interrupt.hpp>

namespace flat::driver {

/// An event as devices tell it (Virtual I/O Device 1.1, section 5.8.6), by Linux' codes.
struct VirtioInputEvent {
    u16 kind;
    u16 code;
    u32 value;
};
static_assert(sizeof(VirtioInputEvent) == 8);

/// A device (section 5.8) whose status queue is left alone: its lights stay as they are. By
/// messages if there are some, else by the line. One that does what it must not is reset and
/// started anew; what it reported meanwhile is lost.
class VirtioInputDevice : private bus::Interrupt, NonCopyable {
public:
    /// Is notified, in the context of interrupts.
    class Listener {
    public:
        /// The device reports an event.
        virtual void told(VirtioInputEvent const& event) = 0;
        /// An event of the device got lost.
        virtual void lost() = 0;

    protected:
        ~Listener() = default;
    };

    using Outcome = Result<void, bus::DeviceError>;

    VirtioInputDevice(bus::Device& device, memory::DmaMemory& memory, Listener& listener)
        : device_(device), memory_(memory), listener_(listener), transport_(device) {}
    ~VirtioInputDevice() { stop(); }

    /// Finds the next such device and has it tell; else there is none, and that is all.
    Outcome start();

private:
    static constexpr u16 event_queue = 0;
    static constexpr u16 events_max = 64;

    using EventQueue = VirtioQueueOf<VirtioInputEvent>;

    Outcome find();
    Outcome run();
    void stop();
    void give(EventQueue& queue, VirtioInputEvent& event) const;
    void release() override {} // whoever has its interrupts
    void interrupted(u32 vector) override;
    Maybe<VirtioInputEvent> next();

    bus::Device& device_;
    memory::DmaMemory& memory_;
    Listener& listener_;
    VirtioTransport transport_;
    VirtioTransport::Place notify_{};
    memory::DmaMemory::Block rings_{};
    memory::DmaMemory::Block events_{};
    Guarded<EventQueue> queue_;
    bool has_messages_ = false;
};

} // namespace flat::driver
