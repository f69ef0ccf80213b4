// SPDX-License-Identifier: BSD-2-Clause
// Disks of virtio, as hypervisors have them.
#pragma once

#include <core/alarm.hpp>
#include <core/disk/disk_counts.hpp>
#include <core/disk/disk_request.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <driver/virtio_blk.flat.hpp>
#include <driver/virtio_transport.hpp>
#include <flat/bus/interrupt.hpp>

namespace flat::driver {

/// A block device (Virtual I/O Device 1.1, section 5.2) with one queue. A forced write is a write
/// and then a flush, where the device has a cache; without one each write is on the medium at once.
///
/// What the device cannot take yet waits here. By messages if there are some, else by the line; an
/// interrupt that gets lost is made up for after a quarter of the time that a request may take.
/// When one has taken longer, or the device does what it must not, the device is reset, so that it
/// lets go of memory, and all that it had ends in an error. One that cannot be started is reported
/// in the log, and there is no disk.
class VirtioBlk : public VirtioBlkComponent, protected bus::Interrupt, private Alarm, NonCopyable {
public:
    VirtioBlk(Ports const& ports, Attributes const& attributes);
    ~VirtioBlk();

    Geometry geometry() override { return geometry_; }
    void submit(DiskRequest& request) override;

private:
    using DiskError = block::DiskError;
    using Outcome = Result<void, bus::DeviceError>;

    static constexpr u16 no_vector = VIRTIO_MSI_NO_VECTOR;
    static constexpr u16 queue_index = 0;
    static constexpr u16 queue_vector = 0;
    static constexpr u32 flights_max = 64;

    /// What the device reads before the data of a request, and what it writes after them.
    struct Shared {
        u32 kind;
        u32 reserved;
        u64 sector;
        u8 status;
        u8 unused[15];
    };
    static_assert(sizeof(Shared) == 32 && __builtin_offsetof(Shared, status) == 16);

    /// A request that the device has.
    struct Flight {
        DiskRequest* request = nullptr;
        u64 due_ns = 0;
        bool is_flush = false; // the write has been done, the flush after it has not
    };

    struct State {
        VirtioQueueOf<Flight> queue;
        DiskCounts counts;
        DiskRequests waiting;
        Flight flights[flights_max];
        u32 in_flight = 0;
        bool is_alarm_set = false;
    };

    // Starting: virtio_blk_start.cpp.
    Outcome find_device();
    Outcome start();
    void read_geometry(u64 features, u16 queue_size);
    void give_up(bus::DeviceError problem);
    void let_go();
    void recheck_waiting(State& state, DiskRequests& done);
    void restart();

    // Working: virtio_blk.cpp.
    void release() override {} // whoever has its interrupts
    void interrupted(u32 vector) override;
    void expired() override;
    void work();
    bool is_overdue();
    bool send_waiting(State& state);
    Flight* free_flight(State& state) const;
    void send(State& state, Flight& flight);
    bool take_done(State& state, DiskRequests& done);
    bool has_landed(State& state, Flight& flight, u32 claimed_bytes);
    void set_alarm(State& state);
    static void abandon(State& state, Flight& flight, DiskError problem, DiskRequests& done);
    static void tell(DiskRequests& done);

    Shared& shared(State& state, Flight const& flight) const;

    VirtioTransport transport_{*device};
    VirtioTransport::Place notify_{};
    memory::DmaMemory::Block rings_{};
    memory::DmaMemory::Block shared_{};
    Guarded<State> state_;
    Geometry geometry_{};
    bool has_messages_ = false;
    bool has_cache_ = false;
};

} // namespace flat::driver
