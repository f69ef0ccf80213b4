// SPDX-License-Identifier: BSD-2-Clause
// Intel's gigabit network cards.
#pragma once

#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/net/frames.hpp>
#include <core/net/multicast_groups.hpp>
#include <core/utility.hpp>
#include <driver/e1000.flat.hpp>
#include <driver/e1000_registers.hpp>
#include <flat/bus/interrupt.hpp>

namespace flat::driver {

/// The 82540EM and its like (PCI/PCI-X Family of Gigabit Ethernet Controllers Software Developer's
/// Manual), with one ring of descriptors each way, by the interrupt line.
///
/// The card tells of what it has done in the descriptors, never by an index, and which buffer
/// belongs to which is known here only: a card that lies can give us wrong bytes and nothing more.
/// Frames are delivered without a lock, so a receiver may send.
class E1000 : public E1000Component, protected bus::Interrupt, NonCopyable {
public:
    E1000(Ports const& ports, Attributes const& attributes);
    ~E1000();

    u64 address() override { return address_; }
    u32 mtu() override { return frame_bytes_max - header_bytes; }
    State state() override;
    Statistics statistics() override;
    Result<void, net::LinkError> send(Message& frame) override;
    void set_interrupts(bool are_wanted) override;
    u32 poll(u32 frames) override;
    Result<void, net::LinkError> set_promiscuous(bool is_wanted) override;
    Result<void, net::LinkError> join(u64 group) override;
    void leave(u64 group) override;

private:
    static constexpr u32 ring_max = 256;
    static constexpr u32 registers = 0; // the region of them

    /// Descriptors that the card owns but for the one before `next`.
    struct Receive {
        E1000ReceiveDescriptor* ring = nullptr;
        Buffer* buffers[ring_max] = {};
        u32 next = 0;
        Counter frames;
        Counter bytes;
        Counter missed;
        Counter errors;
        Counter misbehaviours;
    };

    /// Descriptors from `oldest` up to `next` are the card's.
    struct Transmit {
        E1000TransmitDescriptor* ring = nullptr;
        Buffer* buffers[ring_max] = {};
        u32 next = 0;
        u32 oldest = 0;
        Counter frames;
        Counter bytes;
    };

    using Outcome = Result<void, bus::DeviceError>;
    Outcome start();
    Outcome reset();
    Outcome start_receiving();
    Outcome start_sending();
    void give_up(bus::DeviceError problem);
    Result<memory::DmaMemory::Block, bus::DeviceError> allocate_ring();

    void release() override {} // whoever has its interrupts
    void interrupted(u32 vector) override;
    void check_state();
    Taken receive_one();
    bool take_over(Receive& receive, Message& frame);
    void take_sent(Transmit& transmit);
    void set_filter();

    u32 size() const { return ring & ~7u; }
    u32 after(u32 index) const { return index + 1 == size() ? 0 : index + 1; }
    u32 get(E1000Register which) { return device->read32(registers, u32(which)); }
    void set(E1000Register which, u32 value) { device->write32(registers, u32(which), value); }

    BufferPool& pool_ = buffers->pool();
    memory::DmaMemory::Block receive_ring_{};
    memory::DmaMemory::Block transmit_ring_{};
    Guarded<Receive> receive_;
    Guarded<Transmit> transmit_;
    MulticastGroups groups_;
    u64 address_ = 0;
    bool is_working_ = false;
    bool was_up_ = false;
    bool is_promiscuous_ = false;
};

} // namespace flat::driver
