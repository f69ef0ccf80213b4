// SPDX-License-Identifier: BSD-2-Clause
// Network cards of virtio, as hypervisors have them.
#pragma once

#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/net/buffer_pool.hpp>
#include <core/net/frames.hpp>
#include <core/net/multicast_groups.hpp>
#include <core/utility.hpp>
#include <driver/virtio_net.flat.hpp>
#include <driver/virtio_transport.hpp>
#include <flat/bus/interrupt.hpp>

namespace flat::driver {

/// A network device (Virtual I/O Device 1.1, section 5.1) with one pair of queues and, if the
/// device has it, the queue of commands; without offloads, so a frame is what is on the wire.
///
/// By messages if there are some, else by the line. Frames are received in interrupts and delivered
/// there, without a lock, so that a receiver may send; frames that were sent are taken back when
/// the next ones are. A device that does what it must not is reset and started anew, and that is
/// counted; one that cannot be started is reported in the log, and the link is broken.
class VirtioNet : public VirtioNetComponent, protected bus::Interrupt, NonCopyable {
public:
    VirtioNet(Ports const& ports, Attributes const& attributes);
    ~VirtioNet();

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
    static constexpr u16 no_vector = VIRTIO_MSI_NO_VECTOR;

    /// The queues by their index (section 5.1.2): the third is there if there are two in all more.
    enum QueueIndex : u16 { receive_queue, transmit_queue, control_queue, queues };

    /// The vectors of messages.
    enum Vector : u16 { configuration_vector, receive_vector };

    using FrameQueue = VirtioQueueOf<Buffer>;

    struct Receive {
        FrameQueue queue;
        Counter frames;
        Counter bytes;
        Counter missed;
        Counter misbehaviours;
    };
    struct Transmit {
        FrameQueue queue;
        Counter frames;
        Counter bytes;
    };

    // Starting: virtio_net_start.cpp.
    using Outcome = Result<void, bus::DeviceError>;
    Outcome find_device();
    Outcome allocate();
    Outcome connect();
    Outcome start();
    Outcome start_queues();
    Outcome start_queue(QueueIndex index, VirtioQueue& queue, u16 vector);
    u64 read_address();
    void give_up(bus::DeviceError problem);
    void restart();
    void take_back_all();

    // Working: virtio_net.cpp.
    void release() override {} // whoever has its interrupts
    void interrupted(u32 vector) override;
    void check_state();
    Taken receive_one();
    static void offer(FrameQueue& queue, Buffer& buffer);
    void fill(FrameQueue& queue);
    void take_sent(FrameQueue& queue);
    void notify(QueueIndex index, VirtioQueue const& queue);

    // Commands: virtio_net_filter.cpp.
    Result<void, net::LinkError> command(VirtioNetClass of, u8 which, u32 bytes);
    Result<void, net::LinkError> set_groups();
    Result<void, net::LinkError> set_filter();

    VirtioTransport transport_{*device};
    BufferPool& pool_ = buffers->pool();
    VirtioTransport::Place notify_[queues] = {};
    memory::DmaMemory::Block rings_[queues] = {};
    memory::DmaMemory::Block shared_{}; // what frames begin with, and commands
    Guarded<Receive> receive_;
    Guarded<Transmit> transmit_;
    Guarded<VirtioQueue> control_;
    MulticastGroups groups_;
    u64 address_ = 0;
    u64 features_ = 0;
    bool has_messages_ = false;
    bool is_working_ = false;
    bool was_up_ = false;
    bool is_polled_ = polled;
    bool is_promiscuous_ = false;
};

} // namespace flat::driver
