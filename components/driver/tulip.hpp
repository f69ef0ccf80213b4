// SPDX-License-Identifier: BSD-2-Clause
// Digital's Tulip network cards.
#pragma once

#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/net/frames.hpp>
#include <core/net/multicast_groups.hpp>
#include <core/utility.hpp>
#include <driver/tulip.flat.hpp>
#include <driver/tulip_registers.hpp>
#include <flat/bus/interrupt.hpp>

namespace flat::driver {

/// The 21143 (THINK, section 5: the cards of its measurements), by the interrupt line. Descriptors
/// change hands by one bit in each; which buffer belongs to which is known here only.
///
/// The card reaches the first 4 GiB of memory, and wants buffers aligned to words, so what follows
/// a frame's header is not. Frames are delivered without a lock, so a receiver may send.
class Tulip : public TulipComponent, protected bus::Interrupt, NonCopyable {
public:
    Tulip(Ports const& ports, Attributes const& attributes);
    ~Tulip();

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
    static constexpr u32 ring_max = 128;
    static constexpr u32 receive_offset = Message::head_room;
    static constexpr u32 receive_bytes = 1536; // of a buffer: a multiple of 4
    static constexpr u32 setup_offset = 2 * ring_max * sizeof(TulipDescriptor);

    struct Receive {
        TulipDescriptor* ring = nullptr;
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
        TulipDescriptor* ring = nullptr;
        Buffer* buffers[ring_max] = {};
        u32 next = 0;
        u32 oldest = 0;
        Counter frames;
        Counter bytes;
        Counter errors;
    };

    using Outcome = Result<void, bus::DeviceError>;
    Outcome start();
    void reset();
    u64 read_address();
    u16 read_rom(u32 word);
    void clock_rom(u32 pins);
    Outcome start_receiving();
    void give_up(bus::DeviceError problem);

    void release() override {} // whoever has its interrupts
    void interrupted(u32 vector) override;
    void check_state();
    Taken receive_one();
    bool take_over(Receive& receive, Message& frame);
    void offer(Receive& receive, u32 index);
    void take_sent(Transmit& transmit);
    u32 room(Transmit const& transmit) const;
    void put(Transmit& transmit, u32 status, u32 control, paddr address, Buffer* buffer);
    Result<void, net::LinkError> set_filter();

    u32 after(u32 index) const { return index + 1 == ring ? 0 : index + 1; }
    u32 end_of_ring(u32 index) const { return index + 1 == ring ? tulip_end_of_ring : 0; }
    u32 get(TulipRegister which) { return device->read32(tulip_region, u32(which)); }
    void set(TulipRegister which, u32 value) { device->write32(tulip_region, u32(which), value); }
    static bool is_reached(paddr address) { return address >> 32 == 0; }

    BufferPool& pool_ = buffers->pool();
    memory::DmaMemory::Block shared_{}; // both rings, and what the filter takes
    Guarded<Receive> receive_;
    Guarded<Transmit> transmit_;
    MulticastGroups groups_;
    u64 address_ = 0;
    bool is_working_ = false;
    bool was_up_ = false;
    bool is_promiscuous_ = false;
};

} // namespace flat::driver
